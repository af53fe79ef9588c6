import type { Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';

const { Payload: PayloadProto } = temporal.api.common.v1;

const base64 = z.base64();
const payload = z.looseObject({ metadata: z.record(z.string(), base64).nullish(), data: base64.nullish() });
// Proto3 JSON leaves out an empty list, as the Temporal CLI does for a query without arguments.
const body = z.object({ payloads: z.array(payload).nullish() });

/** Parses a request body of the remote codec protocol (proto3 JSON); undefined if it is invalid. */
export function readPayloads(text: string): Payload[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = body.safeParse(json);
  return parsed.success ? (parsed.data.payloads ?? []).map((each) => PayloadProto.fromObject(each)) : undefined;
}

/** Bytes become base64, and 64-bit integers become strings. */
export function writePayloads(payloads: readonly Payload[]): { payloads: object[] } {
  return {
    payloads: payloads.map((payload) =>
      PayloadProto.toObject(PayloadProto.fromObject(payload), { bytes: String, longs: String }),
    ),
  };
}
