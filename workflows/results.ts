import { RetryState } from '@temporalio/common';
import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { FailureType } from '../src/core/failure-types';

type Fits = (result: unknown) => boolean;

const isText: Fits = (result) => typeof result === 'string' && result !== '';
const isId: Fits = (result) => isText(result) || Number.isSafeInteger(result);
const isCount: Fits = (result) => Number.isSafeInteger(result);

/** An object whose fields fit. */
const has =
  (fields: Record<string, Fits>): Fits =>
  (result) =>
    typeof result === 'object' &&
    result !== null &&
    Object.entries(fields).every(([name, fits]) => fits((result as Record<string, unknown>)[name]));

const isOther: Fits = (status) => isText(status) && status !== 'succeeded';
const withId = has({ id: isId });
const document = has({ sha256: isText, bytes: isCount });
const text = has({ document, title: (title) => typeof title === 'string', chapters: isCount, pages: isCount });
const files: Fits = (result) => Array.isArray(result) && result.every(has({ path: isText, sha256: isText }));

/** What the stages read of a result without looking. */
const results: Partial<Record<keyof Activities, Fits>> = {
  createTask: withId,
  createDocumentTask: withId,
  streamOutline: text,
  streamAlternativeOutline: text,
  streamContent: text,
  readAlternativeContent: text,
  streamWordContent: text,
  storeOutline: text,
  fillOutline: text,
  readOutline: (result) => result === null || text(result),
  readOutlineTree: has({ pages: isCount }),
  startContent: isText,
  checkContent: (result) => has({ status: isOther })(result) || has({ status: isText, content: text })(result),
  addProLayout: withId,
  saveDesign: withId,
  readDesign: has({ task_id: isId }),
  findDesign: (result) => result === null || isId(result),
  startExport: isText,
  readExportResult: has({ status: isText }),
  downloadExport: has({ files }),
  takeDocument: has({ uri: isText, name: isText }),
};

/**
 * The result of an activity. An operator can complete one by hand (`temporal activity complete`) with any value.
 * @throws ActivityFailure `AnswerUnreadable`, as after a response that cannot be read
 */
export function readable<T>(name: string, result: T): T {
  const fits = results[name as keyof Activities];
  if (fits === undefined || fits(result)) return result;
  const type: FailureType = 'AnswerUnreadable';
  const message = `${name} was completed by hand with a result of another shape`;
  const cause = ApplicationFailure.nonRetryable(message, type);
  throw new ActivityFailure(message, name, '', RetryState.NON_RETRYABLE_FAILURE, undefined, cause);
}
