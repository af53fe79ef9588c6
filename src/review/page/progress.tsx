import { useState } from 'preact/hooks';
import type { Step } from '../../core/stages';
import type { DeckView } from '../api';
import type { Calls } from './calls.js';
import { Banner } from './notices.js';
import { usePreferences } from './preferences.js';

/** The workflow's name for who approves where a gate is off. */
const NOBODY_ASKED = 'review off';

/** What became of the decision, as it happens, and the files at the end. */
export function Progress({ calls, deck }: { calls: Calls; deck: DeckView }) {
  const { words, when } = usePreferences();
  const end = words.ends[deck.stage as keyof typeof words.ends];
  // The words name the steps in their order.
  const steps = Object.keys(words.steps) as Step[];
  const at = deck.step === undefined ? -1 : steps.indexOf(deck.step);
  const decided = [deck.approval, deck.contentApproval].filter(
    (approval) => approval !== undefined && (approval.by !== NOBODY_ASKED || approval.verified !== undefined),
  );
  // Whether the slides are reviewed is known once they are.
  const shown = steps.filter(
    (step) => step !== 'contentReview' || deck.step === step || decided.includes(deck.contentApproval),
  );
  // A rule decided where nothing is said of the name; a person can call themselves like one.
  const by = (given: { by: string; verified?: boolean }) =>
    (given.verified === undefined ? words.progress.rules[given.by] : undefined) ?? words.name(given);
  return (
    <section class="progress" aria-label={words.progress.title}>
      {end !== undefined && (
        <Banner tone="calm" title={end.title}>
          {end.text}
        </Banner>
      )}
      {deck.attention !== undefined && (
        <Banner tone="warning" title={words.attention}>
          <p>{words.attentionText}</p>
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
                {words.progress.approvedBy(by(approval))}, {when(approval.at)}
                {approval.comment !== undefined && <q>{approval.comment}</q>}
              </li>
            ),
        )}
        {deck.rejection !== undefined && (
          <li>
            {words.progress.rejectedBy(by(deck.rejection))}, {when(deck.rejection.at)}
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
      const address = URL.createObjectURL(await calls.file(`/api/files/${index}`));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      // The browser has taken it over by then; until it has, the address must hold.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
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
