import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { serviceProfileSchema } from '../contract/profile';
import { isRecord, overlay } from '../core/overlay';
import { withoutRemovedSettings } from './removed-settings';
import { withNewNames, withNewProfileNames } from './renamed-settings';
import { type Settings, settingsSchema } from './settings';
import { SettingsError, type SettingsProblem } from './settings-error';
import { knownKeys, nearestKey, withoutEmptySections } from './shape';
import { withFormerRetries } from './workflow-settings';

type Path = readonly PropertyKey[];

/** What is done with the values of a file before its schema judges them. */
type Preparation = (written: unknown) => unknown;

/** YAML text to what the schema makes of it, or a `SettingsError` that names file, key, line and column. */
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
    throw new SettingsError(file, [{ key: '', sentence: `this is not valid YAML: ${reason}.`, line, column: col }]);
  }
  const written = withoutEmptySections(schema, prepare(document.toJS() ?? undefined));
  const result = schema.safeParse(written, { error: describe });
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap((issue) => toProblems(schema, issue, document, lines));
  problems.sort((left, right) => (left.line ?? 0) - (right.line ?? 0) || (left.column ?? 0) - (right.column ?? 0));
  throw new SettingsError(file, problems as [SettingsProblem, ...SettingsProblem[]]);
}

interface ParseOptions {
  /** Where relative paths count from. */
  folder?: string;
  warn?: ((sentence: string) => void) | undefined;
}

/**
 * A settings file: what earlier versions wrote is read as well, and the service profile that it names lies below its
 * section `profile`. `warn` hears of settings that no longer count.
 */
export function parseSettings(
  text: string,
  file: string,
  { folder = '.', warn = () => {} }: ParseOptions = {},
): Settings {
  return parseYaml(settingsSchema, text, file, (written) => {
    const known = withNewNames(withoutRemovedSettings(written, warn), warn);
    if (!isRecord(known)) return known;
    const { workflow, profile, service } = known;
    const name = isRecord(service) ? service.profile : undefined;
    return {
      ...known,
      ...(workflow === undefined ? {} : { workflow: withFormerRetries(workflow) }),
      ...(typeof name === 'string' && name !== '' && name !== BUILT_IN_PROFILE
        ? { profile: overlay(readProfile(resolve(folder, name), warn), profile ?? {}) }
        : {}),
    };
  });
}

/** The value of `service.profile` that names no file. */
export const BUILT_IN_PROFILE = 'default';

/** A file of the form of profiles/default.yaml. */
function readProfile(file: string, warn: (sentence: string) => void): z.output<typeof serviceProfileSchema> {
  try {
    return parseYaml(serviceProfileSchema, readFileSync(file, 'utf8'), file, (written) =>
      withNewProfileNames(written, warn),
    );
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown reason'})`;
    throw new SettingsError(undefined, [
      { key: 'service.profile', sentence: `service.profile names ${file}, which ${reason}.` },
    ]);
  }
}

function toProblems(
  schema: z.ZodType,
  issue: z.core.$ZodIssue,
  document: Document,
  lines: LineCounter,
): SettingsProblem[] {
  const problem = (path: Path, rest: string): SettingsProblem => {
    const key = path.map(String).join('.');
    const sentence = `${key === '' ? 'the settings' : key} ${rest}.`;
    const offset = offsetOf(document, path);
    if (offset === undefined) return { key, sentence };
    const { line, col } = lines.linePos(offset);
    return { key, sentence, line, column: col };
  };
  if (issue.code !== 'unrecognized_keys') return [problem(issue.path, issue.message)];
  const known = knownKeys(schema, issue.path);
  return issue.keys.map((key) => {
    const near = nearestKey(key, known);
    const hint = near ? `perhaps ${[...issue.path, near].join('.')} is meant` : `known here are ${known.join(', ')}`;
    return problem([...issue.path, key], `is not a setting; ${hint}`);
  });
}

/** Where the key stands; when the file does not hold it, the nearest section above it that the file does hold. */
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

/** What zod found, as the end of a sentence that begins with the key. */
const describe: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindName(issue.expected)}, not ${show(issue.input)}`;
    case 'invalid_value':
      return `must be ${oneOf(issue.values.map(String))}, not ${show(issue.input)}`;
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
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    object: 'a section with keys of its own',
    array: 'a list',
  };
  return names[expected] ?? expected;
}

function oneOf(values: string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}

/** Lists and sections are named, not shown: they may be long. */
function show(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object' && input !== null) return 'a section';
  return input === undefined ? 'left out' : JSON.stringify(input);
}
