import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { readFailure } from '../base/io/read-failure';
import { listed } from '../base/text/listed';
import { nearestKey } from '../base/text/nearest-key';
import { serviceProfileSchema } from '../contract/profile';
import { isRecord, overlay } from '../core/overlay';
import { type Settings, settingsSchema } from './settings';
import { SettingsError, type SettingsProblem } from './settings-error';
import { knownKeys, refusedPaths, withoutEmptySections } from './shape';

type Path = readonly PropertyKey[];

/** Transforms the values of a file before the schema validates them. */
type Preparation = (written: unknown) => unknown;

/** Parses YAML by a schema. @throws SettingsError with file, key, line and column */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
  prepare: Preparation = (written) => written,
): z.output<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    const reason = broken.message.trimEnd().replace(/\.$/, '');
    throw new SettingsError(file, [{ key: '', sentence: `invalid YAML: ${reason}.`, line, column: col }]);
  }
  const written = withoutEmptySections(schema, prepare(document.toJS() ?? undefined));
  const result = schema.safeParse(written, { error: describe });
  const internal = refusedPaths(schema, written).map((path) => unknownKey(path));
  if (result.success && internal.length === 0) return result.data;
  const problems = [...(result.error?.issues ?? []), ...internal].flatMap((issue) =>
    toProblems(schema, issue, document, lines),
  );
  problems.sort((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));
  throw new SettingsError(file, problems as [SettingsProblem, ...SettingsProblem[]]);
}

/**
 * Parses a settings file. The section `profile` overrides the compatibility profile that the file names.
 * @param folder base of relative paths
 */
export function parseSettings(text: string, file: string, folder = '.'): Settings {
  return parseYaml(settingsSchema, text, file, (written) => {
    if (!isRecord(written)) return written;
    const { profile, service } = written;
    const name = isRecord(service) ? service.profile : undefined;
    if (typeof name !== 'string' || name === '' || name === BUILT_IN_PROFILE) return written;
    return { ...written, profile: overlay(readProfile(resolve(folder, name)), profile ?? {}) };
  });
}

/** The value of `service.profile` that is not a path. */
export const BUILT_IN_PROFILE = 'default';

/** A file of the form of profiles/default.yaml. */
function readProfile(file: string): z.output<typeof serviceProfileSchema> {
  try {
    return parseYaml(serviceProfileSchema, readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(undefined, [
      { key: 'service.profile', sentence: `service.profile is set to ${file}, which ${readFailure(error)}.` },
    ]);
  }
}

const unknownKey = (path: readonly string[]): z.core.$ZodIssueUnrecognizedKeys => ({
  code: 'unrecognized_keys',
  path: path.slice(0, -1),
  keys: path.slice(-1),
  message: '',
});

function toProblems(
  schema: z.ZodType,
  issue: z.core.$ZodIssue,
  document: Document,
  lines: LineCounter,
): SettingsProblem[] {
  const problem = (path: Path, rest: string): SettingsProblem => {
    const key = path.map(String).join('.');
    const sentence = `${key === '' ? 'the settings file' : key} ${rest}${rest.endsWith('?') ? '' : '.'}`;
    const offset = offsetOf(document, path);
    if (offset === undefined) return { key, sentence };
    const { line, col } = lines.linePos(offset);
    return { key, sentence, line, column: col };
  };
  if (issue.code !== 'unrecognized_keys') return [problem(issue.path, issue.message)];
  const known = knownKeys(schema, issue.path);
  return issue.keys.map((key) => {
    const near = nearestKey(key, known);
    const hint = near ? `did you mean ${[...issue.path, near].join('.')}?` : `valid keys: ${known.join(', ')}`;
    return problem([...issue.path, key], `is not a setting; ${hint}`);
  });
}

/** Offset of the key, or of the nearest enclosing section if the file does not have the key. */
function offsetOf(document: Document, path: Path): number | undefined {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0];
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else {
      node = (node && 'get' in node ? node.get(Number(step), true) : null) as Node | null;
      offset = node?.range?.[0] ?? offset;
    }
  }
  return offset;
}

/** The second half of an error message that begins with the key. */
const describe: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindName(issue.expected)}, not ${show(issue.input)}`;
    case 'invalid_value':
      return `must be ${listed(issue.values.map(String))}, not ${show(issue.input)}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty';
      if (issue.origin === 'array') return `must have ${String(issue.minimum)} or more entries`;
      return `must be ${issue.inclusive ? '' : 'more than '}${String(issue.minimum)}${issue.inclusive ? ' or more' : ''}, not ${show(issue.input)}`;
    case 'too_big':
      if (issue.origin === 'string') return `must have ${String(issue.maximum)} characters or fewer`;
      return `must be ${String(issue.maximum)} or less, not ${show(issue.input)}`;
    default:
      return undefined;
  }
};

function kindName(expected: string): string {
  const names: Record<string, string> = {
    string: 'a string',
    number: 'a number',
    int: 'an integer',
    boolean: 'true or false',
    object: 'a section',
    array: 'a list',
  };
  return names[expected] ?? expected;
}

/** Lists and sections can be long, so only their type is shown. */
function show(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object' && input !== null) return 'a section';
  return input === undefined ? 'missing' : JSON.stringify(input);
}
