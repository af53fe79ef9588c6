import type { z } from 'zod';
import { credentials } from './credentials';
import { designs } from './designs';
import type { Endpoint } from './endpoint';
import { exportEndpoints } from './exports';
import { generation } from './generation';
import { options } from './options';
import { outline } from './outline';
import { templates } from './templates';
import { usage } from './usage';

/** Every endpoint of the specification, by the name that activities and handlers share. */
export const endpoints = {
  ...credentials,
  ...generation,
  ...outline,
  ...options,
  ...templates,
  ...designs,
  ...exportEndpoints,
  ...usage,
} satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export const endpointNames = Object.keys(endpoints) as EndpointName[];

/** Request of an endpoint as typed values (numbers are numbers). */
export type RequestOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['request']>;
/** `data` of the endpoint's envelope as typed values; for streams the complete text. */
export type DataOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['data']>;

/** Names of the endpoints with these fields. */
export type EndpointsWith<Fields> = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends Fields ? Name : never;
}[EndpointName];
/** Endpoints that respond with one envelope. */
export type CallName = EndpointsWith<{ responds: 'envelope' }>;
/** Endpoints that respond, or may respond, with a stream of text. */
export type StreamName = EndpointsWith<{ responds: 'stream' | 'either' }>;
/** Endpoints whose response contains a credential. */
export type SecretName = EndpointsWith<{ secret?: true }>;

export function endpointOf(name: EndpointName): Endpoint {
  return endpoints[name];
}

export * from './endpoint';
export * from './envelope';
export * from './events';
export * from './headers';
export * from './signature';
export type { FilePart } from './wire';
