import { useState } from 'preact/hooks';
import type { Step } from '../../core/stages';
import type { DeckView } from '../api';
import type { Calls } from './calls';
import { Banner } from './messages';
import { usePreferences } from './preferences';

/** The `by` that the workflow records for a gate that is off. */
const REVIEW_OFF = 'review off';

/** Live progress after a decision, and the files once they are delivered. */
export function Progress({ calls, deck }: { calls: Calls; deck: DeckView }) {
  const { words, when } = usePreferences();
  const outcome = words.outcomes[deck.stage as keyof typeof words.outcomes];
  // `words.steps` lists the steps in order.
  const steps = Object.keys(words.steps) as Step[];
  const at = deck.step === undefined ? -1 : steps.indexOf(deck.step);
  const decided = [deck.approval, deck.contentApproval].filter(
    (approval) => approval !== undefined && (approval.by !== REVIEW_OFF || approval.verified !== undefined),
  );
  // A content gate is only known once the deck reaches it.
  const shown = steps.filter(
    (step) => step !== 'contentReview' || deck.step === step || decided.includes(deck.contentApproval),
  );
  // People can use the name of a rule, but only rules have no `verified`.
  const ruleOf = ({ by, verified }: { by: string; verified?: boolean }) => (verified === undefined ? by : '');
  return (
    <section class="progress" aria-label={words.progress.title}>
      {outcome !== undefined && (
        <Banner tone="calm" title={outcome.title}>
          {outcome.text}
        </Banner>
      )}
      {deck.attention !== undefined && (
        <Banner tone="warning" title={words.parked}>
          <p>{words.parkedText}</p>
          <p lang="en" class="own-words">
            {deck.attention.message} {deck.attention.remedy}
          </p>
        </Banner>
      )}
      <ul class="facts">
        {decided.map(
          (approval) =>
            approval && (
              <li key={approval.at}>
                {words.progress.approvedByRule[ruleOf(approval)] ?? words.progress.approvedBy(words.name(approval))} ·{' '}
                {when(approval.at)}
                {approval.comment !== undefined && <q>{approval.comment}</q>}
              </li>
            ),
        )}
        {deck.rejection !== undefined && (
          <li>
            {words.progress.rejectedByRule[ruleOf(deck.rejection)] ??
              words.progress.rejectedBy(words.name(deck.rejection))}{' '}
            · {when(deck.rejection.at)}
            {deck.rejection.comment !== undefined && <q>{deck.rejection.comment}</q>}
          </li>
        )}
      </ul>
      {at !== -1 && (
        <>
          <h2>{words.progress.title}</h2>
          <ol class="steps">
            {shown.map((step) => {
              const index = steps.indexOf(step);
              const state = index < at || deck.stage === 'delivered' ? 'done' : index === at ? 'now' : 'later';
              return (
                <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
                  <span>{words.steps[step][state === 'done' ? 1 : 0]}</span>
                  <small>{words.progress[state]}</small>
                </li>
              );
            })}
          </ol>
        </>
      )}
      {deck.files.length > 0 && <Files calls={calls} deck={deck} />}
    </section>
  );
}

function Files({ calls, deck }: { calls: Calls; deck: DeckView }) {
  const { words, language } = usePreferences();
  const [failed, setFailed] = useState(false);
  const size = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  const get = async (index: number, name: string) => {
    setFailed(false);
    try {
      const url = URL.createObjectURL(await calls.file(`/api/files/${index}`));
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
      // The URL must stay valid until the browser has started the download.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <h2>{words.files.title}</h2>
      <ul class="files">
        {deck.files.map(({ index, name, bytes }) => (
          <li key={index}>
            <button type="button" class="primary" onClick={() => get(index, name)}>
              {words.files.get(name)}
            </button>
            <small>{size.format(bytes / 1000)}</small>
          </li>
        ))}
      </ul>
      {failed && (
        <p class="problem" role="alert">
          {words.files.failed}
        </p>
      )}
    </>
  );
}
