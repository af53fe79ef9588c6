import type { PresentationProgress, ReviewMessage } from '../presentation/messages';
import { decide } from './commands/review';
import type { DeckFacts, Decks } from './decks';
import { editText } from './editor';
import { CliError, exitCodes } from './exit';
import { type Interruption, listenForInterruption } from './interruption';
import type { Invocation } from './invocation';
import { outlineForMessage, outlineText, readableOutline, requireOutline } from './outline-view';
import { localUser, say, styled } from './terminal';

export interface DialogOptions {
  reviewer?: string;
  interruption: Interruption;
}

/** `again`: the outline has changed or nothing was decided, show it once more; `left`: the person decides later. */
export type DialogEnd = 'decided' | 'again' | 'left';

/** `deck review ID` in a terminal: shows the outline until it is decided or left. */
export async function reviewInTerminal(
  decks: Decks,
  facts: DeckFacts,
  { settings }: Pick<Invocation, 'settings'>,
  { reviewer }: { reviewer?: string },
): Promise<void> {
  const interruption = listenForInterruption();
  try {
    for (;;) {
      const progress = await decks.progress(facts);
      if (progress.review === undefined) return say(`Nothing is to be decided: ${progress.summary}.`);
      const options = { interruption, ...(reviewer === undefined ? {} : { reviewer }) };
      const end = await askAboutOutline(decks, facts, settings, progress, options);
      if (end === 'decided') return;
      if (interruption.signal.aborted) throw new CliError(exitCodes.interrupted, '');
      if (end === 'left') return say('The outline waits on.');
    }
  } finally {
    interruption.dispose();
  }
}

/** Shows one revision and asks once what to do about it. */
export async function askAboutOutline(
  decks: Decks,
  facts: DeckFacts,
  settings: Invocation['settings'],
  progress: PresentationProgress,
  { reviewer = localUser(), interruption }: DialogOptions,
): Promise<DialogEnd> {
  const markdown = (await outlineText(settings, progress)) ?? '';
  const revision = progress.outline?.revision ?? 0;
  showOutline(markdown, progress);
  const { select, text, isCancel } = await import('@clack/prompts');
  const screen = { output: process.stderr, signal: interruption.signal };
  const choice = await select<ReviewMessage['decision'] | 'later'>({
    ...screen,
    message: 'What shall be done with this outline?',
    options: [
      { value: 'approve', label: 'Approve', hint: 'the content is generated next' },
      { value: 'edit', label: 'Edit', hint: 'in $EDITOR, then look at it again' },
      { value: 'regenerate', label: 'Another one', hint: 'have it generated anew' },
      { value: 'reject', label: 'Reject', hint: 'the deck ends here' },
      { value: 'later', label: 'Decide later', hint: 'the deck waits' },
    ],
  });
  // The prompt reads Ctrl-C itself, so that no signal comes of it.
  if (isCancel(choice)) return interrupted(interruption);
  if (choice === 'later') return 'left';
  const message: ReviewMessage = { revision, decision: choice, reviewer };
  try {
    if (choice === 'edit') {
      const outline = await editedOutline(settings, markdown, interruption);
      if (outline === undefined) return 'again';
      message.outline = outline;
    }
    if (choice === 'regenerate' || choice === 'reject') {
      const comment = await text({ ...screen, message: 'Why? (may be left empty)', defaultValue: '' });
      if (isCancel(comment)) return interrupted(interruption);
      if (comment.trim() !== '') message.comment = comment.trim();
    }
    const answer = await decide(decks, facts, message);
    say(`${styled('green', '✔')} ${answer.message}`);
    return choice === 'edit' ? 'again' : 'decided';
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode === exitCodes.noAnswer) throw error;
    say(`${styled('yellow', '!')} ${error.message}`);
    return 'again';
  }
}

export function showOutline(markdown: string, { outline, title }: PresentationProgress): void {
  const by = outline?.by === undefined ? '' : ` by ${outline.by}`;
  const what = `Outline of “${title}”, revision ${outline?.revision ?? 0} (${outline?.source ?? 'generated'}${by})`;
  say(`\n${styled('dim', what)}\n\n${readableOutline(markdown)}\n`);
}

/** The text after editing, as it travels; undefined when it was left as it was. A faulty one can be mended at once. */
async function editedOutline(settings: Invocation['settings'], before: string, interruption: Interruption) {
  let text = before;
  for (;;) {
    text = await interruption.during(() => editText(text, 'outline.md'));
    if (text.trim() === before.trim()) {
      say('The outline was left as it was.');
      return undefined;
    }
    try {
      requireOutline(text, 'The edited outline');
      return await outlineForMessage(settings, text);
    } catch (error) {
      say(`${styled('yellow', '!')} ${(error as Error).message}`);
      const { confirm, isCancel } = await import('@clack/prompts');
      const mend = await confirm({ message: 'Go on editing?', output: process.stderr, signal: interruption.signal });
      if (isCancel(mend) || !mend) return undefined;
    }
  }
}

function interrupted(interruption: Interruption): DialogEnd {
  if (!interruption.signal.aborted) interruption.request();
  return 'left';
}
