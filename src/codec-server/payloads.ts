import type { Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';

const { Payload: PayloadProto } = temporal.api.common.v1;

const base64 = z.base64();
const body = z.object({
  payloads: z.array(z.looseObject({ metadata: z.record(z.string(), base64).nullish(), data: base64.nullish() })),
});

/** Parses a request body of the remote codec protocol (proto3 JSON); undefined if it is invalid. */
export function readPayloads(text: string): Payload[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = body.safeParse(json);
  return parsed.success ? parsed.data.payloads.map((payload) => PayloadProto.fromObject(payload)) : undefined;
}

/** Bytes become base64, and 64-bit integers become strings. */
export function writePayloads(payloads: readonly Payload[]): { payloads: object[] } {
  return {
    payloads: payloads.map((payload) =>
      PayloadProto.toObject(PayloadProto.fromObject(payload), { bytes: String, longs: String }),
    ),
  };
}
