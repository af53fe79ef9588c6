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

/** A cluster takes a new attribute into its caches within some seconds. */
const SPREAD_MS = 20_000;
const ADD_ATTEMPTS = 4;

/** What a namespace has of the attributes that are wanted. */
export interface AttributeSurvey {
  missing: SearchAttribute[];
  /** Names that are taken with another type. */
  wrong: { wanted: SearchAttribute; found: string }[];
  /** Why the caller may not change them; then types are not known either, only whether a search knows the name. */
  refusal?: unknown;
}

/** Registers what the namespace of an existing cluster lacks; answers with the names that were added. */
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

/** Adds all of them. Two that do this at once may be in each other's way, so what failed is looked at and tried again. */
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

/** Looks, and changes nothing. */
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
    // Temporal Cloud, and many clusters, keep this service from ordinary credentials; a search still tells.
    if (!isNotPermitted(refusal)) throw refusal;
    const known = await Promise.all(wanted.map((attribute) => canBeQueried(connection, namespace, [attribute])));
    return { missing: wanted.filter((_, at) => !known[at]), wrong: [], refusal };
  }
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

function otherType(namespace: string, { wanted, found }: AttributeSurvey['wrong'][number]): TemporalError {
  return new TemporalError(
    'search-attribute-type',
    `The search attribute ${wanted.name} of namespace ${namespace} is of another type (${found}) than ` +
      `${metadataType(wanted.type)}; remove it there, or use another namespace.`,
  );
}

/** The server's own words say which limit is reached; a cluster has so many columns for each type. */
function refused(namespace: string, missing: readonly SearchAttribute[], cause: unknown): TemporalError {
  return new TemporalError(
    'search-attribute-limit',
    `The search attributes ${missing.map(({ name }) => name).join(', ')} cannot be added to namespace ${namespace} ` +
      `(${grpcReason(cause)}); remove some that nobody uses, or use another namespace.`,
    { cause },
  );
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

/** `KeywordList` for INDEXED_VALUE_TYPE_KEYWORD_LIST. */
function nameOf(found: temporal.api.enums.v1.IndexedValueType): string {
  const type = Object.entries(VALUE_TYPES).find(([, value]) => value === found)?.[0];
  return type === undefined ? `type ${found}` : metadataType(type as SearchAttributeType);
}

/** `Keyword` for `KEYWORD`: the spelling of the command line and of the server. */
export function metadataType(type: SearchAttributeType): string {
  return TypedSearchAttributes.toMetadataType(type);
}
