import type { DeckAccess } from '../../src/web/caller';
import { LongPolls } from '../../src/web/long-polls';

const access = (more: Partial<DeckAccess>): DeckAccess => ({
  ...{ workflowId: 'presentation/u1/r1', gate: 'all', role: 'viewer', expiresAt: 1 },
  ...more,
});

/** Opens streams, and returns how many were permitted. */
function permitted(polls: LongPolls, streams: readonly DeckAccess[]): number {
  const open = streams.map((each) => {
    try {
      return polls.changes(each, new AbortController().signal, async () => undefined);
    } catch {
      return undefined;
    }
  });
  return open.filter((each) => each !== undefined).length;
}

describe('streams that wait for a change leave some to others', () => {
  const many = (of: (at: number) => Partial<DeckAccess>) => Array.from({ length: 400 }, (_, at) => access(of(at)));

  it.each<[string, (at: number) => Partial<DeckAccess>]>([
    ['new links of a deck', (issuedAt) => ({ issuedAt })],
    ['a person who opens every deck', (at) => ({ workflowId: `presentation/u1/r${at}`, subject: 'vera' })],
    ['a program that opens every deck', (at) => ({ workflowId: `presentation/u1/r${at}`, reviewer: 'a program' })],
  ])('after those of %s', (_, of) => {
    const polls = new LongPolls(new AbortController().signal);
    expect(permitted(polls, many(of))).toBe(100);
    expect(permitted(polls, [access({ workflowId: 'presentation/u2/r1' })])).toBe(1);
  });
});
