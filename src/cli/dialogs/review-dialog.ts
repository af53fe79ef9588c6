import { localUser } from '../../base/io/local-user';
import { readable } from '../../base/text/unprintable';
import { given } from '../../core/given';
import type { PresentationProgress } from '../../core/progress';
import type { DecisionKind, Gate, ReviewMessage } from '../../core/review-message';
import type { Decks } from '../../decks/decks';
import { outlineForMessage } from '../../decks/documents/open-documents';
import { DeckError, isSilence } from '../../decks/errors';
import type { ListedDeck } from '../../decks/listed-deck';
import { outlineText, requireOutline } from '../../decks/outline-text';
import { compareRevisions, revisionLine } from '../../decks/revisions';
import { madeBy } from '../../decks/words';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import type { Invocation } from '../invocation/invocation';
import { gateLines } from '../show/gate-lines';
import { readableOutline } from '../show/outline-view';
import { editText } from '../terminal/editor';
import { CliError, exitCodes } from '../terminal/exit';
import { askText, askYesNo, choose } from '../terminal/prompts';
import { say, sayText, styled } from '../terminal/terminal';
import { decisionOptions, optionKinds } from './decision-options';

interface DialogOptions {
  reviewer?: string;
  interruption: Interruption;
}

/** `again`: show the text again, as it has changed or nothing was decided; `left`: decide later. */
type DialogResult = 'decided' | 'again' | 'left';

/** `deck review ID` in a terminal: shows the text under review until it is decided or left. */
export async function reviewInTerminal(
  decks: Decks,
  facts: ListedDeck,
  { settings }: Pick<Invocation, 'settings'>,
  { reviewer }: { reviewer?: string },
): Promise<void> {
  const interruption = listenForInterruption();
  try {
    for (;;) {
      const progress = await decks.progress(facts);
      if (progress.review === undefined) return say(`No review is pending: ${progress.summary}.`);
      const options = { interruption, ...given({ reviewer }) };
      const result = await promptAtGate(decks, facts, settings, progress, options);
      if (result === 'decided') return;
      if (interruption.signal.aborted) throw new CliError(exitCodes.interrupted, '');
      if (result === 'left') return say(`The ${progress.review.gate} is still awaiting review.`);
    }
  } finally {
    interruption.dispose();
  }
}

type Decision = DecisionKind | 'diff' | 'restore' | 'later';

/** Shows the current revision and prompts once for a decision. */
export async function promptAtGate(
  decks: Decks,
  facts: ListedDeck,
  settings: Invocation['settings'],
  progress: PresentationProgress,
  { reviewer = localUser(), interruption }: DialogOptions,
): Promise<DialogResult> {
  const markdown = (await outlineText(settings, progress)) ?? '';
  const revision = progress.outline?.revision ?? 0;
  const gate = progress.review?.gate ?? 'outline';
  showText(markdown, progress);
  const choice = await chooseDecision(gate, progress, settings, interruption);
  // The prompt reads Ctrl-C itself, so there is no signal.
  if (choice === undefined) return interrupted(interruption);
  if (choice === 'later') return 'left';
  const decision = choice === 'restore' ? 'edit' : choice;
  const message: ReviewMessage = { revision, decision, reviewer, via: 'cli' };
  try {
    if (choice === 'edit') {
      const outline = await editOutline(settings, facts.workflowId, markdown, gate, interruption);
      if (outline === undefined) return 'again';
      message.outline = outline;
    }
    if (choice === 'restore') {
      const restore = await chooseRevision(progress, interruption);
      if (restore === undefined) return interrupted(interruption);
      message.restore = restore;
    }
    if (!(await askDetails(message, interruption))) return interrupted(interruption);
    const answer = await decks.review(facts, message);
    say(`${styled('green', '✔')} ${answer.message}`);
    if (answer.approvals !== undefined) return 'left';
    return decision === 'edit' || decisionOptions[decision].continues ? 'again' : 'decided';
  } catch (error) {
    if (isSilence(error) || !(error instanceof DeckError || error instanceof CliError)) throw error;
    say(`${styled('yellow', '!')} ${error.message}`);
    return 'again';
  }
}

/** Prompts for the field of a decision. @returns false after Ctrl-C */
async function askDetails(message: ReviewMessage, { signal }: Interruption): Promise<boolean> {
  const asked = message.decision === 'edit' ? undefined : decisionOptions[message.decision].asks;
  if (asked === undefined) return true;
  const text = await askText({ message: asked.question, signal });
  if (text !== undefined && text.trim() !== '') message[asked.field] = text.trim();
  return text !== undefined;
}

/** Prompts until a decision is made; showing a diff is not one. Undefined after Ctrl-C. */
async function chooseDecision(
  gate: Gate,
  progress: PresentationProgress,
  settings: Invocation['settings'],
  { signal }: Interruption,
): Promise<Exclude<Decision, 'diff'> | undefined> {
  const next = progress.ownWords
    ? 'the deck uses this text'
    : gate === 'outline'
      ? 'next: generate the content'
      : 'next: save the design';
  const hasEarlier = progress.revisions.length > 1;
  const kinds = optionKinds.filter(
    (kind) => kind !== 'approve' && (decisionOptions[kind].isOffered?.(progress) ?? true),
  );
  for (;;) {
    const choice = await choose<Decision>({
      signal,
      message: `Your decision on this ${progress.ownWords ? 'text' : gate}:`,
      options: [
        { value: 'approve', label: decisionOptions.approve.label, hint: next },
        { value: 'edit', label: 'Edit', hint: 'opens $EDITOR' },
        ...(hasEarlier
          ? [
              { value: 'diff' as const, label: 'Show changes', hint: 'since the previous revision' },
              { value: 'restore' as const, label: 'Restore', hint: 'an earlier revision' },
            ]
          : []),
        ...kinds.map((value) => ({
          value,
          label: decisionOptions[value].label,
          ...given({ hint: decisionOptions[value].hint }),
        })),
        { value: 'later', label: 'Decide later', hint: 'the deck keeps waiting' },
      ],
    });
    if (choice !== 'diff') return choice;
    const { diff } = await compareRevisions(settings, progress, 'before', styled);
    sayText(`\n${diff === '' ? 'No changes.' : diff}\n\n`);
  }
}

async function chooseRevision(progress: PresentationProgress, { signal }: Interruption): Promise<number | undefined> {
  return choose<number>({
    signal,
    message: 'Which revision do you want to restore?',
    options: progress.revisions
      .slice(0, -1)
      .reverse()
      .map((earlier) => ({ value: earlier.revision, label: revisionLine(earlier, progress).trim() })),
  });
}

export function showText(markdown: string, { outline, review, threads, title }: PresentationProgress): void {
  const origin = outline === undefined ? 'generated' : madeBy(outline);
  const part = review?.gate === 'content' || outline?.part === 'content' ? 'Content' : 'Outline';
  const heading = `${part} of “${title}”, revision ${outline?.revision ?? 0} (${origin})`;
  say('', styled('dim', heading), '');
  sayText(`${readableOutline(markdown)}\n\n`);
  if (review !== undefined) say(...gateLines({ review, ...given({ threads }) }));
}

/** Opens the editor until the text is valid. Undefined if it is unchanged or editing is abandoned. */
async function editOutline(
  settings: Invocation['settings'],
  workflowId: string,
  before: string,
  gate: Gate,
  interruption: Interruption,
): Promise<ReviewMessage['outline']> {
  // Characters that an edit must not contain are removed first: an editor may not show them.
  const shown = readable(before);
  let text = shown;
  for (;;) {
    text = await interruption.during(() => editText(text, `${gate}.md`));
    if (text.trim() === shown.trim()) {
      say(`The ${gate} is unchanged.`);
      return undefined;
    }
    try {
      requireOutline(text, `The edited ${gate}`);
      return await outlineForMessage(settings, workflowId, text);
    } catch (error) {
      say(`${styled('yellow', '!')} ${(error as Error).message}`);
      if (!(await askYesNo({ message: 'Continue editing?', signal: interruption.signal }))) return undefined;
    }
  }
}

function interrupted(interruption: Interruption): DialogResult {
  if (!interruption.signal.aborted) interruption.request();
  return 'left';
}
