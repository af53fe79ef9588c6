import fc from 'fast-check';
import { misplacedFault } from '../../src/core/fields';
import type { ReviewPolicy } from '../../src/core/progress';
import { decisions, type Gate, type ReviewMessage } from '../../src/core/review-message';
import { policyOf } from '../../workflows/presentation/approvals';
import { settle } from '../../workflows/presentation/decision-kinds';
import { openThreads } from '../../workflows/presentation/decisions';
import { readReview } from '../../workflows/presentation/messages';
import { nextStage } from '../../workflows/presentation/pipeline';
import { close, remark, revise } from '../../workflows/presentation/settle';
import { addRevision, currentOutline, type PresentationState } from '../../workflows/presentation/state';
import { cells, SEED } from '../deep';
import { AT, gateWith, revision } from './decks';

/**
 * Whatever people send, no gate is approved without its policy, and none stays closed when its policy is satisfied.
 * The expectation keeps a log of the accepted messages and judges it on its own, with plain names.
 */

const people = ['ann', 'bo', 'cy', 'di'];
const OUTLINE = '# T\n\n## One\n';
const DOCUMENT = { text: OUTLINE, sha256: 'abc', bytes: OUTLINE.length };

const policy = fc.record({
  mode: fc.constantFrom<('required' | 'off')[]>('required', 'required', 'required', 'off'),
  reviewers: fc.oneof(fc.constant<string[]>([]), fc.subarray(people, { minLength: 2 })),
  approvals: fc.integer({ min: 1, max: 3 }),
  requiredGroups: fc.subarray(['legal', 'brand']),
  selfApproval: fc.boolean(),
  verifiedOnly: fc.boolean(),
});

const spelled = fc.constantFrom(...people, 'ANN', ' Bo ', 'zed', undefined);
const message = fc.record({
  decision: fc.constantFrom(
    ...(['approve', 'approve', 'approve', 'approve', 'edit', 'edit', 'regenerate'] as const),
    ...(['request-changes', 'comment', 'reply', 'resolve-thread', 'delegate', 'nonsense'] as const),
  ),
  /** Relative to the current revision. */
  stale: fc.constantFrom(0, 0, 0, 0, 0, 1),
  reviewer: spelled,
  verified: fc.constantFrom(true, true, false),
  to: fc.constantFrom(...people, 'eve', 'fay'),
  thread: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  comment: fc.constantFrom(undefined, 'because', 'because'),
  despite: fc.constantFrom<(number[] | undefined)[]>(undefined, [1], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
});

const plan = fc.record({
  outline: policy,
  content: policy,
  groups: fc.record({
    legal: fc.subarray(people, { minLength: 1 }),
    brand: fc.subarray(['cy', 'di', 'gil'], { minLength: 1 }),
  }),
  ownWords: fc.boolean(),
});

interface Accepted extends Pick<ReviewMessage, 'decision' | 'to'> {
  gate: Gate;
  revision: number;
  person: string;
  verified: boolean;
}

/** Judges a log of accepted messages about one revision. @param at the gate where they were sent */
function isSatisfiedBy(
  log: Accepted[],
  state: PresentationState,
  { gate, number, at = gate }: { gate: Gate; number: number; at?: Gate },
): boolean {
  const rules = policyOf(state, gate) as ReviewPolicy;
  const about = log.filter((each) => each.revision === number && each.gate === at);
  const since = about.slice(about.findLastIndex(({ decision }) => decision === 'request-changes') + 1);
  // Who holds the place of each person, after all delegations at this gate.
  const holder = new Map<string, string>();
  for (const { decision, gate: where, person, to } of log) {
    if (decision !== 'delegate' || where !== gate) continue;
    const places = [...holder].filter(([, held]) => held === person).map(([place]) => place);
    for (const place of places.length > 0 ? places : [person]) holder.set(place, to!);
  }
  const heldBy = (place: string) => holder.get(place) ?? place;
  const named = [...rules.reviewers, ...rules.requiredGroups.flatMap(({ members }) => members)].map(heldBy);
  const approvals = since.filter(
    ({ decision, person, verified }) =>
      decision === 'approve' &&
      (rules.reviewers.length === 0 || named.includes(person)) &&
      (verified || !rules.verifiedOnly),
  );
  const approvers = [...new Set(approvals.map(({ person }) => person))];
  const text = state.outlines.slice(0, number);
  const generated = text.findLastIndex(({ source }) => source !== 'edited');
  const editors = text.slice(generated + 1).map(({ by }) => (by ?? 'reviewer').trim().toLowerCase());
  return (
    approvers.length >= rules.approvals &&
    rules.requiredGroups.every(({ members }) => members.some((each) => approvers.includes(heldBy(each)))) &&
    (rules.selfApproval || editors.length === 0 || approvers.some((each) => !editors.includes(each)))
  );
}

/** The review stage without its waits. */
function apply(state: PresentationState, given: ReviewMessage): void {
  const { gate } = state.waiting!;
  const { decision } = given;
  if (settle(state, given, AT) !== undefined) return;
  if (decision === 'request-changes' || decision === 'comment' || decision === 'reply') {
    remark(state, gate, given, AT);
    return;
  }
  if (decision === 'edit') revise(state, gate, given, { document: DOCUMENT, at: AT });
  else if (decision === 'approve' || decision === 'regenerate' || decision === 'reject') {
    close(state, gate, { ...given, decision }, AT);
  }
  delete state.waiting;
}

/** Generates what is missing and opens the next gate, as the stages do. @returns whether the gates are behind the deck */
function advance(state: PresentationState, ownWords: boolean): boolean {
  for (let turns = 0; turns < 9; turns += 1) {
    const stage = nextStage(state)!.name;
    if (stage === 'outline') {
      addRevision(state, { part: 'outline', source: 'generated', at: AT, document: DOCUMENT });
      delete state.regenerate;
      state.savedRevision = currentOutline(state)!.revision;
    } else if (stage === 'review' || stage === 'contentReview') {
      const gate = stage === 'review' ? 'outline' : 'content';
      if (state.plan!.settings[gate === 'outline' ? 'review' : 'contentReview'].mode !== 'off') {
        state.waiting ??= { gate, since: AT, reminders: 0 };
        return false;
      }
      state.approval = { revision: currentOutline(state)!.revision, by: 'review off', at: AT };
    } else if (stage === 'edit') {
      state.savedRevision = (ownWords ? state.contentApproval : undefined)?.revision ?? state.approval!.revision;
    } else if (stage === 'content') {
      const made = ownWords
        ? currentOutline(state)!
        : addRevision(state, { part: 'content', source: 'generated', at: AT, document: DOCUMENT });
      state.content = { document: DOCUMENT, pages: 1, revision: made.revision };
    } else return true;
  }
  throw new Error('the stages do not get on');
}

const WITHOUT_EVENTS = { tokenExpiresAt: AT, taskId: 1, layoutTaskId: 1 } as const;

function start({ outline, content, groups, ownWords }: typeof plan extends fc.Arbitrary<infer Value> ? Value : never) {
  const source = ownWords ? ('given' as const) : ('generated' as const);
  const state = gateWith(outline, groups, {
    ...WITHOUT_EVENTS,
    outlines: [revision(1, { source, document: DOCUMENT })],
  });
  Object.assign(state.plan!.settings.contentReview, content);
  if (ownWords) state.plan!.content = 'as-is';
  delete state.waiting;
  return state;
}

describe('a gate', () => {
  const seen = { approved: 0, collected: 0, refused: 0, delegated: 0, overruled: 0 };

  it('is approved if and only if its policy is satisfied, whatever is sent', () => {
    fc.assert(
      fc.property(plan, fc.array(message, { minLength: 10, maxLength: 40 }), (given, messages) => {
        const state = start(given);
        const log: Accepted[] = [];
        let done = advance(state, given.ownWords);
        for (const { stale, decision, ...rest } of messages) {
          if (done || state.outlines.length > 15) break;
          const { gate } = state.waiting!;
          const number = currentOutline(state)!.revision;
          const fields = Object.entries({ outline: OUTLINE, ...rest }).filter(
            ([name]) => misplacedFault(decisions, { [name]: '' }, decision) === undefined,
          );
          const sent = { revision: number - stale, decision, ...Object.fromEntries(fields) };
          const read = readReview(sent, state);
          if ('refusal' in read) {
            seen.refused += 1;
            continue;
          }
          const person = (rest.reviewer ?? 'reviewer').trim().toLowerCase();
          const objections = openThreads(state).filter(
            ({ objection, by }) => objection && by.trim().toLowerCase() !== person,
          );
          if (decision === 'approve' && objections.length > 0) {
            seen.overruled += 1;
            expect([
              read.message.comment,
              ...objections.filter(({ number: each }) => !rest.despite?.includes(each)),
            ]).toEqual(['because']);
          }
          log.push({
            gate,
            revision: number,
            decision: read.message.decision,
            person,
            to: rest.to,
            verified: rest.verified,
          });
          apply(state, { ...read.message, ...(rest.reviewer === undefined ? {} : { verified: rest.verified }) });
          if (decision === 'delegate') seen.delegated += 1;
          if (decision === 'approve') {
            const rules = policyOf(state, gate);
            if (rules !== undefined) {
              const closed = state.waiting === undefined;
              expect(closed).toBe(isSatisfiedBy(log, state, { gate, number }));
              if (!closed) seen.collected += 1;
              // Only permitted and, where required, verified people are in the log at all.
              expect(rules.verifiedOnly && !rest.verified).toBe(false);
            }
          }
          done = advance(state, given.ownWords);
        }
        if (!done) return;
        seen.approved += 1;
        for (const [gate, approval] of [
          ['outline', state.approval],
          ['content', state.contentApproval],
        ] as const) {
          const mode = gate === 'outline' ? given.outline.mode : given.content.mode;
          if (mode === 'off' || policyOf(state, gate) === undefined) continue;
          expect(approval).toBeDefined();
          const { revision: number } = approval!;
          // Approvals of edited content can satisfy the outline gate as well.
          const there = gate === 'outline' ? (['outline', 'content'] as const) : (['content'] as const);
          expect(there.some((at) => isSatisfiedBy(log, state, { gate, number, at }))).toBe(true);
          // No text with its own content passes with a revision that one of the gates has not approved.
          if (given.ownWords) expect(approval!.revision).toBe(currentOutline(state)!.revision);
        }
      }),
      { numRuns: cells(300, 20_000), seed: SEED },
    );
    // The sequences reach every part of the rules.
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(20);
  });
});
