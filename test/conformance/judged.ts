import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Judged,
  type Report,
  recordOf,
  replayedSubject,
  type Subject,
  suite,
  type TrafficRecord,
  verify,
} from '../../src/client/conformance';

/** What the embedded service has passed, and its recorded traffic; with DECK_WRITE_VERIFIED=1, embedded.test.ts writes both. */
export const VERIFIED = join(__dirname, 'records', 'embedded-service.report.json');
export const RECORD = join(__dirname, 'records', 'embedded-service.json');

export const verified = (): Report => JSON.parse(readFileSync(VERIFIED, 'utf8'));
export const recorded = (): TrafficRecord => recordOf(readFileSync(RECORD, 'utf8'))!;

/** What the suite shows of a service or a record. */
export async function judged({ options }: Subject, creates = true): Promise<Judged[]> {
  const { signal } = new AbortController();
  const all: Judged[] = [];
  for await (const each of verify({ ...options, checks: suite, creates, signal })) all.push(each);
  return all;
}

export const replayed = (record: TrafficRecord) => judged(replayedSubject(record));

export const failed = (all: readonly Judged[]): string[] =>
  all.filter(({ state }) => state === 'failed').map(({ title }) => title);
