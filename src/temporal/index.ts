export { type ConnectOptions, connectTemporal, type TemporalConnection } from './connection';
export { type DevServer, type DevServerOptions, startDevServer } from './dev-server';
export {
  cacheDirectory,
  type ExecutableSource,
  executableSources,
  type FindOptions,
  findTemporalExecutable,
  TEMPORAL_CLI_VERSION,
  type TemporalExecutable,
} from './executable';
export { ensureNamespace, type NamespaceOptions, namespaceIsUsable } from './namespaces';
export { freePorts } from './ports';
export {
  ensureSearchAttributes,
  metadataType,
  presentationSearchAttributes,
  surveySearchAttributes,
} from './search-attributes';
export { TemporalError, type TemporalErrorCode } from './temporal-error';
