/**
 * For programs that start and review decks with their own `@temporalio/client`: any server, namespace and payload codec
 * ({@link encryptedDataConverter} creates that of the workers). Imports neither worker nor service code, and no native
 * module. See docs/api.md.
 */

export type {
  Approval,
  ApprovalStatus,
  Attention,
  DecisionRecord,
  Delegation,
  DeliveredFile,
  OutlineAnswer,
  OutlineRevision,
  PresentationProgress,
  PresentationResult,
  Problem,
  ResolveAnswer,
  ReviewAnswer,
  ReviewPolicy,
  Thread,
} from '../../core/progress';
export type { ResolveMessage } from '../../core/resolve-message';
export type { OutlineTree, ReviewComment, ReviewMessage } from '../../core/review-message';
export type { Stage } from '../../core/stages';
export { MARKDOWN_LIMIT, type PresentationInput, TITLE_LIMIT } from '../input/input';
export {
  type AwaitOutlineOptions,
  awaitOutline,
  type StartedUntilOutline,
  startAndAwaitOutline,
} from './await-outline';
export { type EncryptionOptions, encryptedDataConverter } from './encryption';
export {
  type FieldProblem,
  InvalidInput,
  InvalidResolution,
  InvalidReview,
  NoAnswer,
  NoSuchPresentation,
  PresentationError,
  PresentationFailed,
  WaitRefused,
} from './errors';
export { progress, result, type WatchOptions, watch } from './follow';
export {
  accept,
  approve,
  comment,
  delegate,
  edit,
  type Reviewer,
  regenerate,
  reject,
  reply,
  requestChanges,
  resolve,
  resolveThread,
  restore,
  review,
} from './messages';
export { jsonSchema, type SchemaName, schemaNames } from './schemas';
export {
  type PresentationHandle,
  presentationHandle,
  presentationId,
  type StartedPresentation,
  type StartOptions,
  startPresentation,
} from './start';
