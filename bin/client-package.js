#!/usr/bin/env node
// `npm run client [-- FOLDER]`: packs `durable-presentations-client`, by default into out, and prints its path. It is the
// client of the HTTP API (src/web/client.ts) alone, for programs that need none of the main package's dependencies: its
// script, and its types written out, because those of the source come from zod.
const { execFileSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join, resolve } = require('node:path');
const { toJSONSchema } = require('zod/v4/core');

const root = dirname(__dirname);
const destination = resolve(process.argv[2] ?? join(root, 'out'));
const folder = mkdtempSync(join(tmpdir(), 'deck-client-'));
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const { version, license, keywords, engines, publishConfig, repository } = JSON.parse(read('package.json'));

const source = join(folder, 'source');
mkdirSync(source);
mkdirSync(destination, { recursive: true });
writeFileSync(join(source, 'types.ts'), types());
// As in the repository, but for the place of the types that it imports.
const client = read('src', 'web', 'client.ts').replace(/ from '\.[^']*';/g, " from './types.js';");
writeFileSync(join(source, 'index.ts'), client);
const compiler = [
  '--ignoreConfig',
  '--declaration',
  '--target',
  'es2022',
  '--module',
  'nodenext',
  '--strict',
  '--types',
  '',
];
const files = ['index.ts', 'types.ts'].map((name) => join(source, name));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(), undefined, 2)}\n`);
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
execFileSync(process.execPath, [tsc, ...compiler, '--outDir', folder, ...files], { cwd: source, stdio: 'inherit' });
for (const name of [source, join(folder, 'types.js')]) rmSync(name, { recursive: true });
writeFileSync(join(folder, 'README.md'), readme());
writeFileSync(join(folder, 'LICENSE'), read('LICENSE'));
const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination, folder];
console.log(join(destination, execFileSync('npm', pack, { cwd: folder, encoding: 'utf8' }).trim()));
rmSync(folder, { recursive: true });

function description() {
  return {
    ...{ name: 'durable-presentations-client', version, license, keywords, engines, publishConfig, repository },
    description: 'Client of the HTTP API of durable-presentations: types and fetch, without dependencies.',
    type: 'module',
    exports: { types: './index.d.ts', default: './index.js' },
    files: ['*.js', '*.d.ts'],
    sideEffects: false,
  };
}

/** The example of docs/http-api.md. */
function readme() {
  const example = read('docs', 'http-api.md').split('```ts\n')[1].split('```')[0];
  return `# durable-presentations-client\n\n${description().description}\n\n\`\`\`ts\n${example}\`\`\`\n`;
}

/** The types that the client imports, from the schemas of the API and of the inputs. */
function types() {
  const { schemas } = require(join(root, 'dist', 'src', 'web', 'v1', 'schemas.js'));
  const answers = Object.entries({
    ...{ BatchList: 'batchList', BatchView: 'batch', CallerView: 'caller', DecisionAnswer: 'answered' },
    ...{ DeckList: 'deckList', DeckView: 'deck', Problem: 'problem', Started: 'started', TemplateList: 'templateList' },
  }).map(([name, schema]) => [name, toJSONSchema(schemas[schema], { io: 'output', reused: 'inline' })]);
  const inputs = Object.entries({
    PresentationInput: 'input',
    ResolveMessage: 'resolve-message',
    ReviewMessage: 'review-message',
  }).map(([name, file]) => [name, JSON.parse(read('docs', 'schemas', `${file}.json`))]);
  const written = [...answers, ...inputs].flatMap(([name, { $defs = {}, ...schema }]) => [
    `export type ${name} = ${typeOf(schema, name)};\n`,
    ...Object.entries($defs).map(([part, named]) => `type ${name}_${part} = ${typeOf(named, name)};\n`),
  ]);
  const declared = read('dist', 'src', 'web', 'v1', 'schemas.d.ts');
  const [decision] = declared.slice(declared.indexOf('export type Decision =')).split('\n};\n');
  return `${written.join('\n')}\n${decision}\n};\n`;
}

/** A JSON schema as a type. @param whole the name of the schema that it is a part of */
function typeOf(schema, whole) {
  if (schema.$ref !== undefined) return schema.$ref === '#' ? whole : `${whole}_${schema.$ref.split('/').at(-1)}`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return `(${several.map((one) => typeOf(one, whole)).join(' | ')})`;
  if (schema.allOf !== undefined) return `(${schema.allOf.map((one) => typeOf(one, whole)).join(' & ')})`;
  if (schema.type === 'array') return `Array<${typeOf(schema.items, whole)}>`;
  if (schema.type === 'object') return objectOf(schema, whole);
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}

function objectOf({ properties = {}, required = [], additionalProperties }, whole) {
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = field.description === undefined ? '' : `/** ${field.description.replaceAll('*/', '*\\/')} */\n`;
    return `${about}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field, whole)};`;
  });
  if (fields.length > 0 || typeof additionalProperties !== 'object') return `{\n${fields.join('\n')}\n}`;
  return `Record<string, ${typeOf(additionalProperties, whole)}>`;
}
