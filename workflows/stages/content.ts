import type { GeneratedText } from '../../activities/generation';
import { counted } from '../../src/text/counted';
import { count } from '../count';
import { type Deck, now, publish, userOf } from '../deck';
import { isOutcomeUnknown } from '../failure-types';
import { poll } from '../poll';
import { StageProblem } from '../stage-problem';
import { discardContent, hasOwnWords, revisionToSave, setTextFacts } from '../state';
import { attemptGeneration } from './outline';

/** Generates the content for the approved outline in the planned mode. A text with its own content is used as it is. */
export async function generateContent(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  if (hasOwnWords(state)) {
    const approved = state.outlines.find(({ revision }) => revision === revisionToSave(state))!;
    const pages = await checkTree(deck);
    state.content = { document: approved.document, pages, revision: approved.revision };
    return;
  }
  const input = { user: userOf(deck), request: { task_id: state.taskId! } };
  const streamed = plan.provider === 'alternative' ? 'readAlternativeContent' : 'streamContent';
  const generated =
    plan.provider === 'alternative' || plan.content === 'stream'
      ? await attemptGeneration(deck, streamed, () => call.generate('Generate the content')[streamed](input))
      : await contentByTicket(deck);
  await checkTree(deck);
  state.content = { document: generated.document, pages: generated.pages };
  setTextFacts(state, generated, now());
}

/** Discards a failed job and starts another one, up to the limit of attempts. */
async function contentByTicket(deck: Deck): Promise<GeneratedText> {
  const { state, plan, call } = deck;
  const user = userOf(deck);
  for (;;) {
    if (state.ticket === undefined) {
      state.contentAttempts += 1;
      state.ticket = await startContent(deck);
      publish(deck, 'content');
    }
    const ticket = state.ticket;
    const question = { job: 'content', summary: 'Wait before the next content check' } as const;
    const ended = await poll(deck, question, async (attempt) => {
      const { status, content } = await call
        .read(`Check the content (attempt ${attempt})`)
        .checkContent({ user, request: { ticket } });
      if (status === 'generating' || status === 'unknown') return undefined;
      return { content };
    });
    if (ended?.content !== undefined) return ended.content;
    discardContent(state);
    if (state.contentAttempts >= plan.settings.generationAttempts) {
      const how = ended === undefined ? 'did not complete in time' : 'failed';
      const attempts = counted(state.contentAttempts, 'attempt');
      throw new StageProblem('GenerationFailed', `the content job ${how} (${attempts})`);
    }
    count('generationRestarts', { endpoint: 'startContent' });
  }
}

/** A ticket cannot be looked up. A lost one may belong to a charged job, so it is reported as a possible duplicate. */
async function startContent(deck: Deck): Promise<string> {
  const { state, call } = deck;
  const request = { task_id: state.taskId! };
  return attemptGeneration(deck, 'startContent', async () => {
    try {
      return await call.create('Start the content job').startContent({ user: userOf(deck), request });
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        state.possibleDuplicates.push('a content job: the response to its start was lost');
        count('possibleDuplicates', { what: 'content' });
      }
      throw error;
    }
  });
}

/** Only a complete tree can be used for a design (specification, "Outline structures and editing"). */
async function checkTree(deck: Deck): Promise<number> {
  const { state, call } = deck;
  const request = { task_id: state.taskId! };
  const tree = await call.read('Read the outline tree').readOutlineTree({ user: userOf(deck), request });
  if (tree.complete) return tree.pages;
  discardContent(state);
  throw new StageProblem('GenerationFailed', `the outline tree is incomplete after generation`);
}
