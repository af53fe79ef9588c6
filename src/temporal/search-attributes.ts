import type { Connection } from '@temporalio/client';
import { type SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { presentationSearchAttributes, type SearchAttribute } from '../../workflows/search-attributes';
import { grpcReason, isInvalidArgument, isNotPermitted } from './namespaces';
import { TemporalError } from './temporal-error';

export { presentationSearchAttributes } from '../../workflows/search-attributes';

const { IndexedValueType } = temporal.api.enums.v1;

const VALUE_TYPES: Record<SearchAttributeType, temporal.api.enums.v1.IndexedValueType> = {
  TEXT: IndexedValueType.INDEXED_VALUE_TYPE_TEXT,
  KEYWORD: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  INT: IndexedValueType.INDEXED_VALUE_TYPE_INT,
  DOUBLE: IndexedValueType.INDEXED_VALUE_TYPE_DOUBLE,
  BOOL: IndexedValueType.INDEXED_VALUE_TYPE_BOOL,
  DATETIME: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
  KEYWORD_LIST: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD_LIST,
};

/** A cluster takes a new attribute into its caches within some seconds. */
const SPREAD_MS = 20_000;

/** Registers what the namespace of an existing cluster lacks; answers with the names that were added. */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
  wanted: readonly SearchAttribute[] = presentationSearchAttributes,
): Promise<string[]> {
  const missing = await missingFrom(connection, namespace, wanted);
  if (missing.length === 0) return [];
  try {
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(({ name, type }) => [name, VALUE_TYPES[type]])),
    });
  } catch (error) {
    if (!isNotPermitted(error)) throw error;
    throw notPermitted(namespace, missing, error);
  }
  const deadline = Date.now() + SPREAD_MS;
  while (!(await canBeQueried(connection, namespace, missing))) {
    if (Date.now() > deadline) {
      throw new TemporalError(
        'server-failed',
        `The search attributes of namespace ${namespace} were added but are not known yet; try again.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return missing.map(({ name }) => name);
}

/** The list of attributes shows new ones at once; starts and queries know them only when the caches do. */
async function canBeQueried(connection: Connection, namespace: string, keys: readonly SearchAttribute[]) {
  const query = keys.map(({ name }) => `${name} IS NULL`).join(' AND ');
  try {
    await connection.workflowService.countWorkflowExecutions({ namespace, query });
    return true;
  } catch (error) {
    if (isInvalidArgument(error)) return false;
    throw error;
  }
}

async function missingFrom(
  connection: Connection,
  namespace: string,
  wanted: readonly SearchAttribute[],
): Promise<SearchAttribute[]> {
  const present = await list(connection, namespace, wanted);
  for (const { name, type } of wanted) {
    const found = present[name];
    if (found !== undefined && found !== VALUE_TYPES[type]) {
      throw new TemporalError(
        'search-attribute-type',
        `The search attribute ${name} of namespace ${namespace} is of another type than ${metadataType(type)}; ` +
          'remove it there, or use another namespace.',
      );
    }
  }
  return wanted.filter(({ name }) => present[name] === undefined);
}

async function list(connection: Connection, namespace: string, wanted: readonly SearchAttribute[]) {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    return customAttributes as Partial<Record<string, temporal.api.enums.v1.IndexedValueType>>;
  } catch (error) {
    if (isNotPermitted(error)) throw notPermitted(namespace, wanted, error);
    throw error;
  }
}

function notPermitted(namespace: string, missing: readonly SearchAttribute[], cause: unknown): TemporalError {
  const flags = missing.map(({ name, type }) => `--name ${name} --type ${metadataType(type)}`).join(' ');
  return new TemporalError(
    'not-permitted',
    `The search attributes of namespace ${namespace} may not be changed with these credentials (${grpcReason(cause)}); ` +
      `have an administrator run: temporal operator search-attribute create --namespace ${namespace} ${flags}`,
    { cause },
  );
}

/** `Keyword` for `KEYWORD`: the spelling of the command line and of the server. */
function metadataType(type: SearchAttributeType): string {
  return TypedSearchAttributes.toMetadataType(type);
}
