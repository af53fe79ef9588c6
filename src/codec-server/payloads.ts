import type { Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';

const { Payload: PayloadProto } = temporal.api.common.v1;

const base64 = z.base64();
const body = z.object({
  payloads: z.array(z.looseObject({ metadata: z.record(z.string(), base64).nullish(), data: base64.nullish() })),
});

/** What a body of the remote codec protocol holds (proto3 JSON), or undefined when it is something else. */
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

/** The same the other way: bytes as base64, numbers beyond JavaScript's as text. */
export function writePayloads(payloads: readonly Payload[]): { payloads: object[] } {
  return {
    payloads: payloads.map((payload) =>
      PayloadProto.toObject(PayloadProto.fromObject(payload), { bytes: String, longs: String }),
    ),
  };
}
