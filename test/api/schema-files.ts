import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { jsonSchema, type SchemaName, schemaNames } from '../../src/decks/api';

export const SCHEMA_FOLDER = join(packageRoot, 'docs', 'schemas');
export const WRITE_COMMAND = 'npm run docs';

export const schemaFile = (name: SchemaName) => join(SCHEMA_FOLDER, `${name}.json`);
export const schemaText = (name: SchemaName) => `${JSON.stringify(jsonSchema(name), null, 2)}\n`;

export function writeSchemas(): void {
  mkdirSync(SCHEMA_FOLDER, { recursive: true });
  for (const name of schemaNames) writeFileSync(schemaFile(name), schemaText(name));
}
