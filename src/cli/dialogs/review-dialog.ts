import type { Gate, PresentationProgress, ReviewMessage } from '../../core/messages';
import type { Decks, DescribedDeck } from '../../decks/decks';
import { DeckError, isSilence } from '../../decks/errors';
import { outlineText, requireOutline } from '../../decks/outline-text';
import { compareRevisions, revisionLine } from '../../decks/revisions';
import { madeBy } from '../../decks/words';
import { outlineForMessage } from '../../documents/open-documents';
import { localUser } from '../../io/local-user';
import { readable } from '../../text/unprintable';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import type { Invocation } from '../invocation/invocation';
import { readableOutline } from '../show/outline-view';
import { editText } from '../terminal/editor';
import { CliError, exitCodes } from '../terminal/exit';
import { askText, askYesNo, choose } from '../terminal/prompts';
import { say, sayText, styled } from '../terminal/terminal';

export interface DialogOptions {
  reviewer?: string;
  interruption: Interruption;
}

/** `again`: the text has changed or nothing was decided, show it once more; `left`: the person decides later. */
export type DialogEnd = 'decided' | 'again' | 'left';

/** `deck review ID` in a terminal: shows what waits until it is decided or left. */
export async function reviewInTerminal(
  decks: Decks,
  facts: DescribedDeck,
  { settings }: Pick<Invocation, 'settings'>,
  { reviewer }: { reviewer?: string },
): Promise<void> {
  const interruption = listenForInterruption();
  try {
    for (;;) {
      const progress = await decks.progress(facts);
      if (progress.review === undefined) return say(`Nothing is to be decided: ${progress.summary}.`);
      const options = { interruption, ...(reviewer === undefined ? {} : { reviewer }) };
      const end = await askAtGate(decks, facts, settings, progress, options);
      if (end === 'decided') return;
      if (interruption.signal.aborted) throw new CliError(exitCodes.interrupted, '');
      if (end === 'left') return say(`The ${progress.review.gate} waits on.`);
    }
  } finally {
    interruption.dispose();
  }
}

type Decision = ReviewMessage['decision'] | 'diff' | 'restore' | 'later';

/** Shows the revision that waits and asks once what to do about it. */
export async function askAtGate(
  decks: Decks,
  facts: DescribedDeck,
  settings: Invocation['settings'],
  progress: PresentationProgress,
  { reviewer = localUser(), interruption }: DialogOptions,
): Promise<DialogEnd> {
  const markdown = (await outlineText(settings, progress)) ?? '';
  const revision = progress.outline?.revision ?? 0;
  const gate = progress.review?.gate ?? 'outline';
  showText(markdown, progress);
  const choice = await chosen(gate, progress, settings, interruption);
  // The prompt reads Ctrl-C itself, so that no signal comes of it.
  if (choice === undefined) return interrupted(interruption);
  if (choice === 'later') return 'left';
  const decision = choice === 'restore' ? 'edit' : choice;
  const message: ReviewMessage = { revision, decision, reviewer };
  try {
    if (choice === 'edit') {
      const outline = await editedText(settings, markdown, gate, interruption);
      if (outline === undefined) return 'again';
      message.outline = outline;
    }
    if (choice === 'restore') {
      const restore = await chosenRevision(progress, interruption);
      if (restore === undefined) return interrupted(interruption);
      message.restore = restore;
    }
    if (choice === 'regenerate' || choice === 'reject') {
      const comment = await askText({ message: 'Why? (may be left empty)', signal: interruption.signal });
      if (comment === undefined) return interrupted(interruption);
      if (comment.trim() !== '') message.comment = comment.trim();
    }
    const answer = await decks.review(facts, message);
    say(`${styled('green', '✔')} ${answer.message}`);
    return decision === 'edit' ? 'again' : 'decided';
  } catch (error) {
    if (isSilence(error) || !(error instanceof DeckError || error instanceof CliError)) throw error;
    say(`${styled('yellow', '!')} ${error.message}`);
    return 'again';
  }
}

/** What the person wants done; a look at what changed is not the end of the question. Undefined after Ctrl-C. */
async function chosen(
  gate: Gate,
  progress: PresentationProgress,
  settings: Invocation['settings'],
  { signal }: Interruption,
): Promise<Exclude<Decision, 'diff'> | undefined> {
  const next = progress.ownWords
    ? 'the deck is made with these words'
    : gate === 'outline'
      ? 'the content is generated next'
      : 'the design is saved next';
  const more = progress.revisions.length > 1;
  for (;;) {
    const choice = await choose<Decision>({
      signal,
      message: `What shall be done with this ${progress.ownWords ? 'text' : gate}?`,
      options: [
        { value: 'approve', label: 'Approve', hint: next },
        { value: 'edit', label: 'Edit', hint: 'in $EDITOR, then look at it again' },
        ...(more
          ? [
              { value: 'diff' as const, label: 'What changed', hint: 'since the revision before' },
              { value: 'restore' as const, label: 'Restore', hint: 'an earlier revision, then look at it again' },
            ]
          : []),
        ...(progress.ownWords
          ? []
          : [{ value: 'regenerate' as const, label: 'Another one', hint: 'have the outline generated anew' }]),
        { value: 'reject', label: 'Reject', hint: 'the deck ends here' },
        { value: 'later', label: 'Decide later', hint: 'the deck waits' },
      ],
    });
    if (choice !== 'diff') return choice;
    const { diff } = await compareRevisions(settings, progress, 'before', styled);
    sayText(`\n${diff === '' ? 'Nothing has changed.' : diff}\n\n`);
  }
}

async function chosenRevision(progress: PresentationProgress, { signal }: Interruption): Promise<number | undefined> {
  return choose<number>({
    signal,
    message: 'Which revision shall stand again?',
    options: progress.revisions
      .slice(0, -1)
      .reverse()
      .map((earlier) => ({ value: earlier.revision, label: revisionLine(earlier, progress).trim() })),
  });
}

export function showText(markdown: string, { outline, review, title }: PresentationProgress): void {
  const made = outline === undefined ? 'generated' : madeBy(outline);
  const part = review?.gate === 'content' || outline?.part === 'content' ? 'Content' : 'Outline';
  const what = `${part} of “${title}”, revision ${outline?.revision ?? 0} (${made})`;
  say('', styled('dim', what), '');
  sayText(`${readableOutline(markdown)}\n\n`);
}

/** The text after editing, as it travels; undefined when it was left as it was. A faulty one can be mended at once. */
async function editedText(
  settings: Invocation['settings'],
  before: string,
  gate: Gate,
  interruption: Interruption,
): Promise<ReviewMessage['outline']> {
  // What an edit may not hold was not shown either, and nobody could take it out by hand.
  const shown = readable(before);
  let text = shown;
  for (;;) {
    text = await interruption.during(() => editText(text, `${gate}.md`));
    if (text.trim() === shown.trim()) {
      say(`The ${gate} was left as it was.`);
      return undefined;
    }
    try {
      requireOutline(text, `The edited ${gate}`);
      return await outlineForMessage(settings, text);
    } catch (error) {
      say(`${styled('yellow', '!')} ${(error as Error).message}`);
      if (!(await askYesNo({ message: 'Go on editing?', signal: interruption.signal }))) return undefined;
    }
  }
}

function interrupted(interruption: Interruption): DialogEnd {
  if (!interruption.signal.aborted) interruption.request();
  return 'left';
}
