import { sleep } from '@temporalio/workflow';
import type { GeneratedText, OutlineTreeFacts } from '../../../activities';
import { counted } from '../../../src/base/text/counted';
import { count } from '../../count';
import { typeOf } from '../../failure-types';
import { type Deck, now, userOf } from '../deck';
import { reportingDuplicate } from '../lost-responses';
import { pollDelay, pollJob } from '../poll';
import { StageProblem } from '../stage-problem';
import { addLeftOut, approvedOutline, discardContent, hasOwnWords, setTextFacts } from '../state';
import { saveEditedOutline } from './edit';
import { attemptGeneration } from './outline';

/** Generates the content for the approved outline in the planned mode. A text with its own content is used as it is. */
export async function generateContent(deck: Deck): Promise<void> {
  const { state, plan, call } = deck;
  if (hasOwnWords(state)) {
    const approved = approvedOutline(state)!;
    const pages = await checkTree(deck);
    state.content = { document: approved.document, pages, revision: approved.revision };
    return;
  }
  const input = { user: userOf(deck), request: { task_id: state.taskId! } };
  const streamed = plan.provider === 'alternative' ? 'readAlternativeContent' : 'streamContent';
  // A retry after an incomplete tree has the text that was paid for.
  state.streamed ??=
    plan.provider === 'alternative' || plan.content === 'stream'
      ? await attemptGeneration(deck, streamed, () => call.generate('Generate the content')[streamed](input))
      : await contentByTicket(deck);
  await checkTree(deck);
  const { document, pages, note } = state.streamed;
  state.content = { document, pages };
  setTextFacts(state, state.streamed, now());
  if (note !== undefined) addLeftOut(state, note, now());
  delete state.streamed;
}

/** Discards a job that the service calls failed and starts another one, up to the limit of attempts. */
async function contentByTicket(deck: Deck): Promise<GeneratedText> {
  const { state, plan, call } = deck;
  const user = userOf(deck);
  for (;;) {
    if (state.ticket === undefined) {
      state.contentAttempts += 1;
      state.ticket = await startContent(deck);
    }
    const ticket = state.ticket;
    const question = { job: 'content', summary: 'Wait before the next content check' } as const;
    const ended = await pollJob(deck, question, async (attempt) => {
      const answer = await call
        .read(`Check the content (attempt ${attempt})`)
        .checkContent({ user, request: { ticket } });
      if (answer.status === 'generating') return { status: 'running' };
      if (answer.status === 'unclear') return answer;
      return { ended: answer };
    });
    if (ended.status === 'succeeded') return ended.content;
    discardContent(state);
    if (state.contentAttempts >= plan.settings.generationAttempts) {
      const attempts = counted(state.contentAttempts, 'attempt');
      const reason = ended.reason === undefined ? '' : `: ${ended.reason}`;
      throw new StageProblem('GenerationFailed', `the content job failed (${attempts})${reason}`);
    }
    count('generationRestarts', { endpoint: 'startContent' });
  }
}

/** A ticket cannot be looked up. A lost one may belong to a charged job, so it is reported as a possible duplicate. */
async function startContent(deck: Deck): Promise<string> {
  const { state, call } = deck;
  const request = { task_id: state.taskId! };
  const job = { kind: 'content', what: 'a content job', call: 'start' } as const;
  return attemptGeneration(deck, 'startContent', () =>
    reportingDuplicate(deck, job, () =>
      call.create('Start the content job').startContent({ user: userOf(deck), request }),
    ),
  );
}

/** A service may need this long to complete the tree of a generated text, in milliseconds. */
const TREE_DEADLINE = 60_000;

/**
 * Waits for the complete tree, without which there is no design (specification, "Outline structures and editing").
 * @throws StageProblem `TreeIncomplete`; the text is kept, because it was paid for
 */
async function checkTree(deck: Deck): Promise<number> {
  const { polling } = deck.plan.settings;
  for (let attempt = 0, waited = 0; ; attempt += 1) {
    const delay = pollDelay(polling, attempt, Math.random());
    waited += delay;
    const isLast = waited > Math.min(TREE_DEADLINE, polling.deadline);
    const tree = await readTree(deck, isLast);
    if (tree?.complete) return matching(deck, tree).pages;
    if (isLast) break;
    // A task from a topic or a text may have no outline before it is sent one.
    if (attempt === 0 && hasOwnWords(deck.state)) await saveEditedOutline(deck);
    await sleep(delay, { summary: 'Wait for the complete outline tree' });
  }
  throw new StageProblem('TreeIncomplete', 'the outline tree of the generation service is not complete');
}

/**
 * The design is saved from this tree, so it must be that of the approved outline. A service that lost rows may have given
 * the task's ID to another deck.
 * @throws StageProblem `ContentMismatch`
 */
function matching({ state }: Deck, tree: OutlineTreeFacts): OutlineTreeFacts {
  if (tree.mismatch === undefined || state.mismatchAccepted) return tree;
  throw new StageProblem('ContentMismatch', `the content of task ${state.taskId} ${tree.mismatch}`);
}

/** The tree; undefined if it is not there yet. */
async function readTree(deck: Deck, isLast: boolean): Promise<OutlineTreeFacts | undefined> {
  const request = { task_id: deck.state.taskId! };
  const approved = approvedOutline(deck.state)!.document;
  try {
    return await deck.call.read('Read the outline tree').readOutlineTree({ user: userOf(deck), request, approved });
  } catch (error) {
    if (!isLast && NOT_YET.includes(typeOf(error) ?? '')) return undefined;
    throw error;
  }
}

const NOT_YET: readonly string[] = ['NotFound', 'CodeUnlisted', 'RequestRefused', 'AnswerUnreadable'];
