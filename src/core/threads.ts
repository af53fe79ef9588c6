import { given } from './given';
import type { DecisionRecord, Thread } from './progress';

/** The threads of a deck, oldest first. Its record of decisions is their only source. */
export function threadsOf(decisions: readonly DecisionRecord[] = []): Thread[] {
  const threads = new Map<number, Thread>();
  for (const each of decisions) {
    const { gate, revision, decision, by, verified, at, comment, opens = [], closes = [], thread } = each;
    const said = { by, at, ...given({ verified }) };
    const objection = decision === 'request-changes' ? { objection: true as const } : {};
    for (const one of opens) threads.set(one.number, { ...one, gate, revision, ...said, ...objection, replies: [] });
    if (thread !== undefined) threads.get(thread)?.replies.push({ ...said, text: comment ?? '' });
    for (const number of closes) {
      const closed = threads.get(number);
      if (closed !== undefined) closed.closed = { ...said, decision, ...given({ comment }) };
    }
  }
  return [...threads.values()];
}

export const isOpen = ({ closed }: Pick<Thread, 'closed'>): boolean => closed === undefined;
