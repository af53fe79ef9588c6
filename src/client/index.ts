export { isPublicAddress } from './addresses';
export {
  type CallContext,
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from './client';
export { type Download, type DownloadOptions, download } from './download';
export { ClientError, type ClientErrorData, type ClientErrorKind, type Sent } from './errors';
export { type EventLimits, EventReader, type StreamOutcome } from './event-stream';
export { createFileTokenStore } from './file-token-store';
export { listAll } from './list-all';
export { type CallObserver, type CallOutcome, type ObservedCall, watched } from './observer';
export { LONGEST_RETRY_AFTER_MS, parseRetryAfter } from './retry-after';
export { createMemoryTokenStore, type StoredToken, type TokenStore } from './token-store';
