export { type ConnectOptions, connectTemporal, type TemporalConnection } from './connection';
export { type DevServer, type DevServerOptions, startDevServer } from './dev-server';
export {
  type ExecutableSource,
  type FindOptions,
  findTemporalExecutable,
  type TemporalExecutable,
} from './executable';
export { type TemporalRelease, temporalRelease } from './executable-release';
export { ensureNamespace, type NamespaceOptions, namespaceIsUsable } from './namespaces';
export { freePorts } from './ports';
export {
  ensureSearchAttributes,
  metadataType,
  presentationSearchAttributes,
  surveySearchAttributes,
} from './search-attributes';
export { TemporalError, type TemporalErrorCode } from './temporal-error';
