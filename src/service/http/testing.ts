import type { Context, Hono } from 'hono';
import type { EndpointName } from '../../contract';
import type { Services } from '../context/services';
import type { TestControls } from '../context/test-controls';
import type { Exchange } from './encode';

/** A call that a fault rule can match: an endpoint of the interface or a file download. */
export type FaultyCall = EndpointName | 'file';

export type Serve = (services: Services) => Promise<Response>;

export interface AppOptions {
  version: string;
  /** Aborted when the service stops: streams then end with an error event. */
  stopping: AbortSignal;
  testing?: Testing | undefined;
}

/** What tests can add to a service; see `service/testing`. A service in production has none of it. */
export interface Testing extends TestControls {
  /** The service's clock, in milliseconds since 1970. */
  now(): number;
  /** Serves a call, or misbehaves. */
  faulted(
    services: Services,
    call: FaultyCall,
    c: Context<Exchange>,
    stopping: AbortSignal,
    serve: Serve,
  ): Promise<Response>;
  addRoutes(app: Hono<Exchange>, services: Services, options: AppOptions): void;
}

/** Opens the test controls of a service that listens on this host. @throws SettingsError where they are not allowed */
export type OpenTesting = (service: { host: string; now: () => number }) => Testing;
