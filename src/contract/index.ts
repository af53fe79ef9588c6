import type { z } from 'zod';
import type { ServiceId } from '../core/service-id';
import { credentials } from './credentials';
import { designs } from './designs';
import type { Endpoint } from './endpoint';
import { exportEndpoints } from './exports';
import { generation } from './generation';
import { options } from './options';
import { outline } from './outline';
import { templates } from './templates';
import { usage } from './usage';
import type { FilePart } from './wire';

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
/** Request of an endpoint as the service receives it: it has exact ids only. */
export type ReceivedRequest<Name extends EndpointName> = Exact<RequestOf<Name>>;
type Exact<T> = T extends `${bigint}`
  ? never
  : T extends readonly (infer Item)[]
    ? Exact<Item>[]
    : T extends FilePart | string | number
      ? T
      : { [Key in keyof T]: Exact<T[Key]> };
/** `data` of the endpoint's envelope as the service sends it; for streams the complete text. */
export type DataOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['data']>;

/** `data` as a client reads it: ids may be too long for a number, and a status may be a word. */
export type ReadOf<Name extends EndpointName> = Lenient<DataOf<Name>>;
type Lenient<T> = T extends readonly (infer Item)[]
  ? Lenient<Item>[]
  : T extends object
    ? { [Key in keyof T]: LenientField<Key, T[Key]> }
    : T;
type LenientField<Key, Value> = Key extends 'id' | `${string}_id`
  ? ServiceId | Exclude<Value, number>
  : Key extends 'status'
    ? number | string
    : Lenient<Value>;

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
export type { FilePart };
