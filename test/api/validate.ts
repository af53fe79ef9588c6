// Both come with the Temporal SDK's bundler: an independent judge of the schemas that needs no dependency of our own.
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { jsonSchema, type SchemaName, schemaNames } from '../../src/decks/api';

const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false });
addFormats(ajv);
for (const name of schemaNames) ajv.addSchema(jsonSchema(name), name);

/** What the schema says against a value; empty when it fits. */
export function faults(name: SchemaName, value: unknown): string[] {
  const validate = ajv.getSchema(name)!;
  // As it travels: fields without a value are not there.
  validate(value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
