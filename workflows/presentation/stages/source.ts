import { ActivityFailure, ApplicationFailure, upsertMemo } from '@temporalio/workflow';
import { cut } from '../../../src/base/text/cut';
import { LONGEST_TITLE } from '../../../src/core/batch';
import type { ServiceId } from '../../../src/core/service-id';
import type { PresentationPlan, Treatment } from '../../../src/decks/input/input';
import { causeOf } from '../../failure-types';
import { type Deck, now, userOf } from '../deck';
import { addRevision, setLeftOut, setTextFacts } from '../state';

/** Imports the source, so that an unusable one is rejected before a task is created. */
export async function takeSource(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const { source } = plan;
  if (source.kind === 'document') {
    const { slides } = plan;
    const condense = slides === undefined ? {} : { condense: condensingOf(plan, source.treatment, slides) };
    const { condensed, ...document } = await call
      .download('Import the document')
      .takeDocument({ from: source.from, ...condense });
    const { name } = document;
    if (condensed !== undefined) {
      // From here on, the deck is one of a finished text.
      plan.source = { kind: 'markdown', document: condensed.document };
      if (condensed.pictures) state.document = document;
      if (!plan.titled) rename(deck, condensed.title);
      addRevision(state, { part: 'content', document: condensed.document, source: 'given', at: now() });
      if (condensed.leftOut !== undefined) setLeftOut(state, condensed.leftOut, now());
      return;
    }
    state.document = document;
    if (!plan.titled) rename(deck, name.replace(/\.[^.]*$/, '') || name);
  } else if (source.kind === 'topic') {
    const request = { id: source.topic };
    const topic = await call
      .read(`Read topic ${source.topic}`)
      .readPresetTopic({ user: userOf(deck), request })
      .catch((error) => refuseUnknown(error, source.topic));
    if (!plan.titled) rename(deck, topic.title);
    addRevision(state, { part: 'content', document: topic.content, source: 'given', at: now() });
    setTextFacts(state, topic, now());
  } else if (source.kind === 'markdown') {
    addRevision(state, { part: 'content', document: source.document, source: 'given', at: now() });
    if (plan.prompts !== undefined) setTextFacts(state, plan, now());
    if (plan.leftOut !== undefined) setLeftOut(state, plan.leftOut, now());
  }
}

function condensingOf(plan: PresentationPlan, treatment: Treatment, slides: number) {
  return { slides, polish: treatment === 'polish', ...(plan.titled ? { title: plan.title } : {}) };
}

/** An unknown topic is invalid input, found before anything is created. */
function refuseUnknown(error: unknown, topic: ServiceId): never {
  if (error instanceof ActivityFailure && causeOf(error).type === 'NotFound') {
    throw ApplicationFailure.nonRetryable(`invalid input: topic: topic ${topic} does not exist`, 'InvalidInput');
  }
  throw error;
}

/** Without a title in the input, the source's own title names the deck, also in lists, and its files. */
export function rename({ plan }: Deck, title: string): void {
  if (plan.name === plan.title) plan.name = title;
  plan.title = title;
  upsertMemo({ title: cut(title, LONGEST_TITLE) });
}
