import { isLoopback } from '../../base/io/loopback';
import { REPLAYED, Redactor, recording, replaying, type TrafficRecord } from './record';
import { networkTraffic } from './traffic';
import type { VerifyOptions } from './verify';

/** What is judged: a service or a record of one. */
export interface Subject {
  options: Omit<VerifyOptions, 'checks' | 'creates' | 'signal'>;
  /** The redacted traffic; of a service, it grows with each request. */
  record: TrafficRecord;
}

export interface LiveOptions {
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  uid: string;
  channel: string;
  /** Timeouts in milliseconds: of a call, and of a stream, a file or a job. */
  callMs: number;
  streamMs: number;
  /** Between two polls; the default is moderate for services on other hosts. */
  pollMs?: number;
  signal: AbortSignal;
}

const POLL_MS = { own: 200, other: 5000 };

export function liveSubject({ baseUrl, callMs, streamMs, signal, ...user }: LiveOptions): Subject {
  const { host, hostname } = new URL(baseUrl);
  const { uid, channel } = user;
  const recordedAt = new Date().toISOString();
  const record: TrafficRecord = { format: 1, service: host, recordedAt, uid, channel, exchanges: [] };
  const redactor = new Redactor(user);
  const traffic = recording(networkTraffic({ baseUrl, signal, callMs, streamMs }), redactor, record);
  const pollMs = isLoopback(hostname) ? POLL_MS.own : POLL_MS.other;
  return { options: { pollMs, ...user, traffic, waitMs: streamMs, redactor }, record };
}

export function replayedSubject(record: TrafficRecord): Subject {
  const { uid, channel } = record;
  const options = { traffic: replaying(record), ...REPLAYED, uid, channel, pollMs: 0, waitMs: 60_000 };
  return { options: { ...options, redactor: new Redactor(REPLAYED) }, record };
}
