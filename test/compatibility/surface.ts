import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { exitCodes } from '../../src/cli/terminal/exit';
import { loadSettings } from '../../src/config';
import { defaultServiceProfile } from '../../src/contract/profile';
import { workflowIdOf } from '../../src/core/deck-id';
import { callFailures, stageFailures } from '../../src/core/failure-types';
import { ALREADY_DECIDED, CONTINUED_AS_NEW, messageNames } from '../../src/core/messages';
import { noticeKinds } from '../../src/core/notices';
import { isRecord } from '../../src/core/overlay';
import { presentationSearchAttributes } from '../../src/core/search-attributes';
import { jsonSchema, type SchemaName, schemaNames } from '../../src/decks/api';
import { createApi } from '../../src/web/v1';
import { workflowTypes } from '../../src/worker/open-workflows';
import { commandsOf } from '../cli/reference';
import { rowsOf, sectionNames } from '../config/configuration-reference';

/** What docs/compatibility.md promises, one line for each thing that users rely on. A later version has every line. */
export function surface(): string[] {
  const parts = { attributes, messages, schemas, settings, http, commands, entries };
  return Object.entries(parts).flatMap(([part, lines]) =>
    [...new Set(lines().map((line) => `${part}: ${line}`))].sort(),
  );
}

const attributes = () => presentationSearchAttributes.map(({ name, type }) => `${name} ${type}`);

const messages = () => [
  ...[...callFailures, ...stageFailures].map((name) => `failure ${name}`),
  ...workflowTypes.map((name) => `workflow ${name}`),
  ...Object.values(messageNames).map((name) => `message ${name}`),
  ...noticeKinds.map((name) => `event ${name}`),
  ...[CONTINUED_AS_NEW, ALREADY_DECIDED].map((name) => `failure ${name}`),
  ...[
    { uid: 'u1', request: 'r1' },
    { uid: 'u1', channel: 'größe/2', request: 'r1' },
  ].map((deck) => `deck ${JSON.stringify(deck)} has ID ${workflowIdOf(deck)}`),
];

type Direction = 'sent' | 'received';
const sent: readonly SchemaName[] = ['input', 'review-message', 'resolve-message'];
const schemas = () =>
  schemaNames.flatMap((name) => {
    const schema = jsonSchema(name);
    return fields(schema, name, sent.includes(name) ? 'sent' : 'received', schema);
  });

function settings(): string[] {
  const rows = sectionNames.flatMap((name) => rowsOf(name));
  const values = rows.flatMap(({ key, form = '' }) => [
    key,
    ...[...form.matchAll(/`([^`]+)`/g)].map(([, value]) => `${key} may be ${value}`),
  ]);
  const profile = (value: unknown, path: string): string[] =>
    isRecord(value) ? Object.entries(value).flatMap(([name, below]) => profile(below, `${path}.${name}`)) : [path];
  return [...values, ...profile(defaultServiceProfile, 'profile')];
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

function http(): string[] {
  const api = createApi({ settings: loadSettings({ env: {} }) } as never);
  const document = api.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Decks', version: 'v1' } });
  return Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>).flatMap(([path, all]) =>
    Object.entries(all).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      const name = `${method.toUpperCase()} /v1${path}`;
      const bodies = (content: Record<string, { schema: Schema }> | undefined, part: string, direction: Direction) =>
        Object.entries(content ?? {}).flatMap(([type, { schema }]) =>
          fields(schema, `${name} ${part} ${type}`, direction, document as unknown as Schema),
        );
      return [
        name,
        ...parameters.map((each) => `${name} parameter ${each.name}`),
        ...parameters.filter(({ required }) => !required).map((each) => `${name} parameter ${each.name} is optional`),
        ...bodies(requestBody?.content, 'takes', 'sent'),
        ...Object.entries(responses).flatMap(([status, { content }]) => bodies(content, `${status}`, 'received')),
      ];
    }),
  );
}

function commands(): string[] {
  const all = commandsOf().flatMap(({ path, command }) => [
    path,
    ...command.registeredArguments.flatMap(({ required }, at) => [
      `${path} argument ${at + 1}`,
      ...(required ? [] : [`${path} argument ${at + 1} is optional`]),
    ]),
    ...command.options.flatMap(({ long, short, required, mandatory, argChoices }) => [
      `${path} ${long}${required ? ' takes a value' : ''}`,
      ...(short ? [`${path} ${short}`] : []),
      ...(argChoices ?? []).map((choice) => `${path} ${long} ${choice}`),
      ...(mandatory ? [] : [`${path} ${long} is optional`]),
    ]),
  ]);
  return [...all, ...Object.entries(exitCodes).map(([name, code]) => `exit code ${code} is ${name}`)];
}

/** Everything but `./testing`, which is for tests of this project and of those who try its faults. */
function entries(): string[] {
  const { exports, bin, engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const named = Object.entries<{ types: string } | string>(exports).filter(([name]) => name !== './testing');
  return [
    ...Object.keys(bin).map((name) => `bin ${name}`),
    `node ${engines.node}`,
    ...named.map(([name]) => name),
    ...named.flatMap(([name, target]) =>
      typeof target === 'string' ? [] : exportedBy(sourceOf(target.types)).map((each) => `${name} ${each}`),
    ),
  ];
}

const sourceOf = (declarations: string) =>
  join(packageRoot, declarations.replace('./dist/', '').replace('.d.ts', '.ts'));

/** Names of values and types that a source exports. */
function exportedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  if (text.includes('export *')) throw new Error(`${file} exports what it does not name`);
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gms)].flatMap(([, list]) => list!.split(','));
  const declared = text.matchAll(
    /^export (?:declare )?(?:const|function|async function|class|interface|type|enum) (\w+)/gm,
  );
  const names = lists.map((each) =>
    each
      .trim()
      .replace(/^type /, '')
      .replace(/^.* as /, ''),
  );
  return [...names, ...[...declared].map(([, name]) => name!)].filter((name) => name !== '');
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/**
 * The fields below a schema, and their values. Of what programs send, it matters that a field may be left out; of what
 * they receive, that it is there.
 */
export function fields(
  schema: Schema,
  path: string,
  direction: Direction,
  root: Schema,
  within: string[] = [],
): string[] {
  const { $ref } = schema;
  if ($ref !== undefined) {
    if (within.includes($ref)) return [path];
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], root);
    return fields(target as Schema, path, direction, root, [...within, $ref]);
  }
  const below = (inner: Schema, name: string) => fields(inner, name, direction, root, within);
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const values = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])];
  const noted = (name: string) => {
    if (direction === 'sent') return required.includes(name) ? [] : [`${path}.${name} may be left out`];
    return required.includes(name) ? [`${path}.${name} is always there`] : [];
  };
  return [
    ...[schema.type ?? []].flat().map((type) => `${path} ${type}`),
    ...values.map((value) => `${path} ${JSON.stringify(value)}`),
    ...Object.entries(properties).flatMap(([name, inner]) => [...noted(name), ...below(inner, `${path}.${name}`)]),
    ...(items === undefined ? [] : below(items, `${path}[]`)),
    ...(isRecord(additionalProperties) ? below(additionalProperties, `${path}.*`) : []),
    ...options.flatMap((option) => below(option, path)),
  ];
}
