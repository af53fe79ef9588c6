import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { type Deck, now, userOf } from '../deck';
import { causeOf } from '../failure-types';
import { addRevision } from '../state';

/** Takes in what the deck is made from, so that a source that cannot be used is refused before a task is made. */
export async function takeSource(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  const { source } = plan;
  if (source.kind === 'document') {
    state.document = await call.download('Take the document in').takeDocument({ from: source.from });
    const { name } = state.document;
    if (!plan.titled) rename(deck, name.replace(/\.[^.]*$/, '') || name);
  } else if (source.kind === 'topic') {
    const request = { id: source.topic };
    const topic = await call
      .read(`Read topic ${source.topic}`)
      .readPresetTopic({ user: userOf(deck), request })
      .catch((error) => refuseUnknown(error, source.topic));
    if (!plan.titled) rename(deck, topic.title);
    addRevision(state, { part: 'content', document: topic.content, source: 'given', at: now() });
  } else if (source.kind === 'markdown') {
    addRevision(state, { part: 'content', document: source.document, source: 'given', at: now() });
  }
}

/** A topic that is not there is a wrong input, found before anything is made. */
function refuseUnknown(error: unknown, topic: number): never {
  if (error instanceof ActivityFailure && causeOf(error).type === 'NotFound') {
    throw ApplicationFailure.nonRetryable(`the input does not fit: topic: there is no topic ${topic}`, 'InvalidInput');
  }
  throw error;
}

/** A source without a title in the input brings its own, for people and for the file. */
export function rename({ plan }: Deck, title: string): void {
  if (plan.name === plan.title) plan.name = title;
  plan.title = title;
}
