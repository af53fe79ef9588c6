import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../../src/base/io/package-root';
import { effectiveSettings, settingsSchema } from '../../src/config';
import { forms } from '../../src/config/fields';
import { publicKeys } from '../../src/config/shape';

/** docs/configuration.md: values and defaults from the schema, descriptions from temporal.yaml. */

export const REFERENCE_FILE = join(packageRoot, 'docs', 'configuration.md');
export const WRITE_COMMAND = 'npm run docs';

export interface Row {
  /** Dotted path. */
  key: string;
  /** Undefined for a section. */
  form: string | undefined;
  defaultValue: string;
  description: string;
}

/** Without the service profile, whose values its own file lists. */
export const sectionNames = Object.keys(settingsSchema.parse({})).filter((name) => name !== 'profile');

const settingsText = () => readFileSync(join(packageRoot, 'temporal.yaml'), 'utf8');

export function writeReference(): void {
  writeFileSync(REFERENCE_FILE, referenceText());
}

export function referenceText(): string {
  const { head, comments } = descriptions(settingsText());
  const sections = sectionNames.map((name) => {
    const [{ description }, ...rows] = rowsOf(name, comments) as [Row, ...Row[]];
    const lines = rows.map(
      (row) => `| \`${row.key}\` | ${row.form ?? ''} | ${row.defaultValue} | ${cell(row.description)} |`,
    );
    const table = ['| setting | value | default | description |', '|---|---|---|---|', ...lines];
    return [`## ${name}`, ...(description === '' ? [] : [prose(description)]), table.join('\n')].join('\n\n');
  });
  return `${[INTRODUCTION, head.map(prose).join('\n'), FORMS, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# Configuration

Generated from the schema and the comments of [temporal.yaml](../temporal.yaml) by \`${WRITE_COMMAND}\`.`;

const FORMS = `In the tables, *duration* and *size* are text with a unit, such as \`90s\` and \`32 MB\`. *secret* is \`{ env: NAME }\` or
\`{ file: PATH }\`. Rows without a value describe a group of settings.`;

/** A section and all that is below it, in the order of the schema. */
export function rowsOf(section: string, comments = descriptions(settingsText()).comments): Row[] {
  const defaults = effectiveSettings(settingsSchema.parse({})) as Record<string, unknown>;
  const row = (key: string, form: string | undefined, defaultValue: string): Row => ({
    key,
    form,
    defaultValue,
    description: comments.get(key) ?? '',
  });
  const walk = (key: string, schema: z.core.$ZodType, value: unknown): Row[] => {
    const inner = unwrapped(schema);
    if (!(inner instanceof z.ZodObject) || forms.has(inner)) return [row(key, formOf(schema), code(value))];
    const below = publicKeys(inner).flatMap((name) =>
      walk(`${key}.${name}`, inner.shape[name] as z.core.$ZodType, (value as Record<string, unknown>)[name]),
    );
    // A group without a description needs no row.
    return key.includes('.') && !comments.has(key) ? below : [row(key, undefined, ''), ...below];
  };
  const shape = (unwrapped(settingsSchema) as z.ZodObject).shape;
  return walk(section, shape[section] as z.core.$ZodType, defaults[section]);
}

/** Notation of the values. */
function formOf(schema: z.core.$ZodType): string {
  const known = forms.get(schema as z.ZodType)?.form;
  if (known !== undefined) return known;
  if (schema instanceof z.ZodNullable) return `${formOf(schema.def.innerType)}, or null`;
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return formOf(schema.def.innerType);
  }
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodEnum) return formOf(schema.in);
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${option}\``).join(', ');
  if (schema instanceof z.ZodBoolean) return 'true or false';
  if (schema instanceof z.ZodNumber) return numberForm(schema);
  if (schema instanceof z.ZodArray) return `list of: ${formOf(schema.element)}`;
  if (schema instanceof z.ZodUnion) return schema.options.map(formOf).join('; or ');
  if (schema instanceof z.ZodRecord) return 'map of strings';
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape).map(
      ([name, child]) => `\`${name}\`: ${formOf(child as z.core.$ZodType)}`,
    );
    return `{ ${parts.join('; ')} }`;
  }
  if (schema instanceof z.ZodEmail) return 'email address';
  if (schema instanceof z.ZodString) return 'string';
  throw new Error(`the reference has no notation for ${schema.constructor.name}; add it to formOf`);
}

function numberForm({ minValue, maxValue, isInt }: z.ZodNumber): string {
  const kind = isInt ? 'integer' : 'number';
  const [low, high] = [minValue, maxValue].map((bound) =>
    bound === null || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound,
  );
  if (low !== undefined && high !== undefined) return `${kind}, ${low} to ${high}`;
  return low === undefined ? kind : `${kind}, ${low === 0 && !isInt ? 'above 0' : `${low} or more`}`;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault ? unwrapped(schema.def.innerType) : schema;
}

/** A default in the notation of the file. Long ones are only in the file; some settings have none. */
function code(value: unknown): string {
  if (value === undefined) return '';
  const text = inFile(value);
  return text.length > 120 ? 'see temporal.yaml' : `\`${text}\``;
}

function inFile(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inFile).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, entry]) => `${key}: ${inFile(entry)}`)
      .join(', ')} }`;
  }
  return value === '' ? '""' : String(value);
}

/** The comments of the file: those above its first setting, and those directly above a key, by dotted path. */
export function descriptions(text: string): { head: string[]; comments: Map<string, string> } {
  const head: string[] = [];
  const comments = new Map<string, string>();
  const path: { indent: number; key: string }[] = [];
  let pending: string[] = [];
  for (const line of text.split('\n')) {
    const [, indent, rest] = /^( *)(.*)$/.exec(line) as unknown as [string, string, string];
    const key = /^(?:"([^"]+)"|([^\s#:-][^:]*)):(?: |$)/.exec(rest);
    if (rest.startsWith('#')) pending.push(rest.replace(/^# ?/, ''));
    else if (rest === '') {
      if (path.length === 0) head.push(...pending);
      pending = [];
    } else {
      if (key !== null) {
        while (path.length > 0 && path.at(-1)!.indent >= indent.length) path.pop();
        path.push({ indent: indent.length, key: key[1] ?? key[2]! });
        if (pending.length > 0) comments.set(path.map((each) => each.key).join('.'), pending.join(' '));
      }
      pending = [];
    }
  }
  return { head, comments };
}

const prose = (text: string) => text.replaceAll('<', '&lt;').replaceAll('*', '\\*');
const cell = (text: string) => prose(text).replaceAll('|', '\\|');
