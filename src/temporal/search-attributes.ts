import type { Connection } from '@temporalio/client';
import { type SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { presentationSearchAttributes, type SearchAttribute } from '../core/search-attributes';
import { grpcReason, isInvalidArgument, isNotPermitted } from './namespaces';
import { TemporalError } from './temporal-error';

export { presentationSearchAttributes } from '../core/search-attributes';

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

/** Time for a new attribute to reach the caches of a cluster. */
const PROPAGATION_MS = 120_000;
const ADD_ATTEMPTS = 4;

/** Comparison of a namespace's attributes with the required ones. */
interface AttributeSurvey {
  missing: SearchAttribute[];
  /** Attributes that exist with another type. */
  wrong: { wanted: SearchAttribute; found: string }[];
  /** Set if the caller lacks permission. Then types are unknown, only whether a query accepts the name. */
  refusal?: unknown;
}

/** Adds the missing attributes to the namespace. @returns their names */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
  wanted: readonly SearchAttribute[] = presentationSearchAttributes,
): Promise<string[]> {
  const { missing, wrong, refusal } = await surveySearchAttributes(connection, namespace, wanted);
  if (wrong[0] !== undefined) throw otherType(namespace, wrong[0]);
  if (missing.length === 0) return [];
  if (refusal !== undefined) throw notPermitted(namespace, missing, refusal);
  await add(connection, namespace, missing);
  const deadline = Date.now() + PROPAGATION_MS;
  while (!(await canBeQueried(connection, namespace, missing))) {
    if (Date.now() > deadline) {
      throw new TemporalError(
        'server-failed',
        `The search attributes of namespace ${namespace} were added but are not usable yet. Try again.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return missing.map(({ name }) => name);
}

/** Adds the attributes. Retries, because processes that do this at the same time can conflict. */
async function add(connection: Connection, namespace: string, wanted: readonly SearchAttribute[]): Promise<void> {
  for (let attempt = 1, missing = wanted; missing.length > 0; attempt += 1) {
    try {
      await connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(missing.map(({ name, type }) => [name, VALUE_TYPES[type]])),
      });
      return;
    } catch (error) {
      if (isNotPermitted(error)) throw notPermitted(namespace, missing, error);
      if (attempt === ADD_ATTEMPTS) throw isInvalidArgument(error) ? refused(namespace, missing, error) : error;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    ({ missing } = await surveySearchAttributes(connection, namespace, missing));
  }
}

/** Compares without changing anything. */
export async function surveySearchAttributes(
  connection: Connection,
  namespace: string,
  wanted: readonly SearchAttribute[] = presentationSearchAttributes,
): Promise<AttributeSurvey> {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const present = customAttributes as Partial<Record<string, temporal.api.enums.v1.IndexedValueType>>;
    const found = ({ name }: SearchAttribute) => present[name];
    return {
      missing: wanted.filter((attribute) => found(attribute) === undefined),
      wrong: wanted
        .filter((attribute) => ![undefined, VALUE_TYPES[attribute.type]].includes(found(attribute)))
        .map((attribute) => ({ wanted: attribute, found: nameOf(found(attribute)!) })),
    };
  } catch (refusal) {
    // Temporal Cloud and many clusters deny this call to ordinary credentials. A query still shows whether a name exists.
    if (!isNotPermitted(refusal)) throw refusal;
    const known = await Promise.all(wanted.map((attribute) => canBeQueried(connection, namespace, [attribute])));
    return { missing: wanted.filter((_, at) => !known[at]), wrong: [], refusal };
  }
}

/** The list shows new attributes immediately, but starts and queries accept them only after the caches refresh. */
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

function otherType(namespace: string, { wanted, found }: AttributeSurvey['wrong'][number]): TemporalError {
  return new TemporalError(
    'search-attribute-type',
    `The search attribute ${wanted.name} of namespace ${namespace} has the type ${found} instead of ` +
      `${metadataType(wanted.type)}. Remove it from the namespace, or use another namespace.`,
  );
}

/** The server's message names the limit: a cluster has a fixed number of columns per type. */
function refused(namespace: string, missing: readonly SearchAttribute[], cause: unknown): TemporalError {
  return new TemporalError(
    'search-attribute-limit',
    `Cannot add the search attributes ${missing.map(({ name }) => name).join(', ')} to namespace ${namespace} ` +
      `(${grpcReason(cause)}). Remove unused ones, or use another namespace.`,
    { cause },
  );
}

function notPermitted(namespace: string, missing: readonly SearchAttribute[], cause: unknown): TemporalError {
  const flags = missing.map(({ name, type }) => `--name ${name} --type ${metadataType(type)}`).join(' ');
  return new TemporalError(
    'not-permitted',
    `These credentials cannot change the search attributes of namespace ${namespace} (${grpcReason(cause)}). ` +
      `Ask an administrator to run: temporal operator search-attribute create --namespace ${namespace} ${flags}`,
    { cause },
  );
}

/** `KeywordList` for INDEXED_VALUE_TYPE_KEYWORD_LIST. */
function nameOf(found: temporal.api.enums.v1.IndexedValueType): string {
  const type = Object.entries(VALUE_TYPES).find(([, value]) => value === found)?.[0];
  return type === undefined ? `type ${found}` : metadataType(type as SearchAttributeType);
}

/** `Keyword` for `KEYWORD`, as in the CLI and the server. */
export function metadataType(type: SearchAttributeType): string {
  return TypedSearchAttributes.toMetadataType(type);
}
