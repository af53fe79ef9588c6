import { useEffect, useState } from 'preact/hooks';
import type { Step } from '../../core/stages';
import type { DeckView, Usual } from '../v1/schemas';
import type { Calls } from './calls';
import { frameTitle } from './header';
import { Banner } from './messages';
import { type Outline, parse } from './outline';
import { Parked } from './parked';
import { gateOf } from './policy';
import { usePreferences, useWords } from './preferences';
import { DecisionRecord } from './record';
import { Slides } from './slides';
import { useLoaded } from './use-loaded';
import { en } from './words-en';

const nothing = parse('');

/** The `by` that the workflow records for a gate that is off. */
const REVIEW_OFF = 'review off';

/** The approvals of people and rules, but not those of gates that are off. */
const approvalsOf = ({ approval, contentApproval }: DeckView) =>
  [approval, contentApproval].filter(
    (one) => one !== undefined && (one.by !== REVIEW_OFF || one.verified !== undefined),
  ) as NonNullable<DeckView['approval']>[];

/** Live progress after a decision, or an outcome without files. */
export function Progress({ deck, calls, outline }: { deck: DeckView; calls: Calls; outline?: Outline }) {
  const words = useWords();
  const outcome = words.outcomes[deck.stage as keyof typeof words.outcomes];
  const works = stepsOf(deck).at !== -1;
  return (
    <section class="progress" aria-label={words.progress.title}>
      {outcome !== undefined && (
        <Banner tone="calm" title={outcome.title}>
          {outcome.text}
        </Banner>
      )}
      {deck.attention !== undefined && <Parked key={deck.attention.at} deck={deck} attention={deck.attention} />}
      <div class={works && deck.revision !== undefined ? 'making' : ''}>
        <div>
          <Facts deck={deck} />
          {works && (
            <>
              <h2>{words.progress.title}</h2>
              <Meter deck={deck} calls={calls} />
              <Steps deck={deck} />
            </>
          )}
          <DecisionRecord deck={deck} />
        </div>
        {works && deck.revision !== undefined && (
          <Making {...{ deck, calls }} revision={deck.revision} outline={outline ?? nothing} />
        )}
      </div>
    </section>
  );
}

/** The slides as far as they are known: those of the outline until the text is written. */
function Making(props: { deck: DeckView; calls: Calls; revision: number; outline: Outline }) {
  const { deck, calls, revision, outline } = props;
  const words = useWords();
  const isPlan = deck.revisions.at(-1)?.part === 'outline' && !deck.ownWords;
  return (
    <div class={isPlan ? 'work planned' : 'work'}>
      <p class="hint">{isPlan ? words.progress.planned : words.progress.written}</p>
      <Slides {...{ calls, revision, outline }} stale={false} template={deck.template?.id} />
    </div>
  );
}

/** Who decided what, and when. */
export function Facts({ deck }: { deck: DeckView }) {
  const { words, when } = usePreferences();
  const { rejection } = deck;
  const approvals = approvalsOf(deck);
  // People can use the name of a rule, but only rules have no `verified`.
  const ruleOf = ({ by, verified }: { by: string; verified?: boolean }) => (verified === undefined ? by : '');
  const { approvedByRule, approvedBy, rejectedByRule, rejectedBy } = words.progress;
  return (
    <ul class="facts">
      {approvals.map((approval, index) => (
        <li key={index}>
          {approvals.length > 1 &&
            `${words.gate[gateOf(deck, approval === deck.contentApproval ? 'content' : 'outline')]} · `}
          {approvedByRule[ruleOf(approval)] ?? approvedBy(words.name(approval))} · {when(approval.at)}
          {approval.comment !== undefined && <q>{approval.comment}</q>}
        </li>
      ))}
      {rejection !== undefined && (
        <li>
          {rejectedByRule[ruleOf(rejection)] ?? rejectedBy(words.name(rejection))} · {when(rejection.at)}
          {rejection.comment !== undefined && <q>{rejection.comment}</q>}
        </li>
      )}
    </ul>
  );
}

/** The steps of this deck, and the index of its current step; -1 for an outcome without files. */
function stepsOf(deck: DeckView): { shown: readonly Step[]; at: number } {
  // The texts list the steps in order.
  const all = Object.keys(en.steps) as Step[];
  // A content gate is only known once the deck reaches it.
  const reviewed = deck.step === 'contentReview' || approvalsOf(deck).some((one) => one === deck.contentApproval);
  const shown = all.filter((step) => step !== 'contentReview' || reviewed);
  return { shown, at: deck.step === undefined ? -1 : shown.indexOf(deck.step) };
}

/** How far the deck is, and for how long it has been working since the last decision. */
function Meter({ deck, calls }: { deck: DeckView; calls: Calls }) {
  const { words } = usePreferences();
  const { shown, at } = stepsOf(deck);
  const since = approvalsOf(deck).reduce((last, { at: time }) => (time > last ? time : last), deck.startedAt);
  const elapsed = useElapsed(since, deck.attention?.at);
  const { loaded } = useLoaded<Usual>(calls, '/v1/usual-duration');
  // Before the approval, it takes as long as people do.
  const usual = approvalsOf(deck).length === 0 ? undefined : loaded?.seconds;
  return (
    <div class="meter">
      <progress max={shown.length} value={at} aria-label={words.progress.title} />
      <p class="hint">
        {words.progress.stepOf(at + 1, shown.length)} · {words.progress.elapsed(elapsed)}
      </p>
      {usual !== undefined && deck.attention === undefined && (
        <p class="hint">{words.progress.usual(usual, usual - elapsed)}</p>
      )}
    </div>
  );
}

/** Whole seconds since a time, counted every second, up to the time when the deck parked. */
function useElapsed(since: string, until?: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor(((until === undefined ? now : Date.parse(until)) - Date.parse(since)) / 1000));
}

export function Steps({ deck }: { deck: DeckView }) {
  const words = useWords();
  const { shown, at } = stepsOf(deck);
  const frame = frameTitle(deck, words);
  return (
    <ol class="steps">
      {shown.map((step, index) => {
        const state = index < at || deck.stage === 'delivered' ? 'done' : index === at ? 'now' : 'later';
        return (
          <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span>
              {step === 'delivered' && frame !== undefined ? frame : words.steps[step][state === 'done' ? 1 : 0]}
            </span>
            <small>{words.progress[state === 'now' && deck.attention !== undefined ? 'parked' : state]}</small>
          </li>
        );
      })}
    </ol>
  );
}
