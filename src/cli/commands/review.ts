import type { Command } from 'commander';
import { localUser } from '../../base/io/local-user';
import { listed } from '../../base/text/listed';
import { given } from '../../core/given';
import type { PresentationProgress, ReviewAnswer } from '../../core/progress';
import type { ReviewMessage } from '../../core/review-message';
import { commentsOn, type WrittenComment } from '../../decks/comments';
import type { Decks } from '../../decks/decks';
import type { ListedDeck } from '../../decks/listed-deck';
import { outlineText } from '../../decks/outline-text';
import { requireRunning } from '../../decks/require-running';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import {
  type DecisionOptions,
  decisionOptions,
  numberOf,
  type OptionKind,
  optionKinds,
} from '../dialogs/decision-options';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { readText } from '../invocation/read-text';
import { gateLines } from '../show/gate-lines';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { isInteractive, print, printJson, printText, say, styled } from '../terminal/terminal';

interface ReviewOptions extends CommonOptions, DecisionOptions {
  edit?: string;
  restore?: string;
  diff?: string | true;
  revisions?: boolean;
  comment?: string;
  reviewer?: string;
  revision?: string;
}

export function registerReview(program: Command): Command {
  const command = program
    .command('review')
    .description('show the outline or content under review, or submit a decision; prompts for one in a terminal')
    .argument('<id>', DECK_ID);
  for (const { flags, description } of Object.values(decisionOptions)) command.option(flags, description);
  return command
    .option('--edit <file>', 'replace it with a Markdown file (- reads stdin); with --approve, also approve it')
    .option('--restore <n>', 'restore revision n; with --approve, also approve it')
    .option(
      '--comment-on <item=text>',
      'request changes to one item, by number (2.1), heading or line of text; repeatable',
      (value: string, before: string[] | undefined) => [...(before ?? []), value],
    )
    .option('--diff [n]', 'show changes since revision n (default: the previous revision)')
    .option('--revisions', 'list revisions with part, origin, author, time and comment')
    .option('--comment <text>', 'reason, recorded with the decision')
    .option('--reviewer <name>', 'reviewer to record (default: the current user)')
    .option('--revision <n>', 'revision that you reviewed; the decision is rejected if it is no longer current')
    .option('--json', 'print the text or the result as one line of JSON')
    .action(async (id: string, _options, self: Command) => review(parseDeckId(id), optionsOf<ReviewOptions>(self)));
}

async function review(workflowId: string, options: ReviewOptions): Promise<void> {
  const request = await requestOf(options);
  const invocation = await openConnected(options);
  const { withDecks } = await import('../connect/with-decks.js');
  await withDecks(invocation, async (decks) => {
    const facts = await decks.describe(workflowId);
    if (options.revisions || options.diff !== undefined) return showRevisions(decks, facts, invocation, request);
    const { decision, edited, restore, written } = request;
    if (decision === undefined && edited === undefined && restore === undefined) {
      return show(decks, facts, invocation, options);
    }
    requireRunning(facts);
    const details = {
      reviewer: options.reviewer ?? localUser(),
      ...given({ comment: options.comment }),
      via: 'cli' as const,
    };
    const progress = request.revision === undefined || written ? await decks.progress(facts) : undefined;
    let revision = request.revision ?? progress?.outline?.revision ?? 0;
    let answer: ReviewAnswer | undefined;
    if (edited !== undefined || restore !== undefined) {
      const { outlineForMessage } = await import('../../decks/documents/open-documents.js');
      const change =
        edited === undefined
          ? { restore: restore! }
          : { outline: await outlineForMessage(invocation.settings, edited) };
      answer = await decks.review(facts, { revision, decision: 'edit', ...change, ...details });
      revision = answer.revision;
    }
    if (decision !== undefined) {
      const comments = written && commentsOn((await outlineText(invocation.settings, progress!)) ?? '', written);
      const more = { ...request.more, ...(comments && { comments }) };
      answer = await decks.review(facts, { revision, decision, ...details, ...more });
    }
    if (invocation.json) printJson({ workflowId, ...answer });
    else if (answer !== undefined) print(answer.message);
  });
}

/** The requested action, validated before connecting. */
interface ReviewRequest {
  decision?: OptionKind;
  edited?: string;
  restore?: number;
  revision?: number;
  /** Further fields of the decision. */
  more?: Pick<ReviewMessage, 'comment' | 'to' | 'changeRequest'>;
  written?: WrittenComment[];
  /** Revision to compare with; `before` is the one before the current. */
  diff?: number | 'before';
}

async function requestOf(options: ReviewOptions): Promise<ReviewRequest> {
  const { edit, restore, diff, revisions } = options;
  const decisions = optionKinds.filter((kind) => decisionOptions[kind].isGiven(options));
  const [decision] = decisions;
  if (decisions.length > 1) {
    const names = Object.values(decisionOptions).map(({ flags }) => flags.split(' ')[0]!);
    throw badInput(`Specify only one of ${listed(names, 'and')}.`);
  }
  if (options.requestChanges !== undefined && options.comment !== undefined) {
    throw badInput('--request-changes and --comment cannot be combined.');
  }
  const alone = decision !== undefined && decision !== 'approve';
  if (edit !== undefined && alone) throw badInput('--edit can only be combined with --approve.');
  if (restore !== undefined && alone) throw badInput('--restore can only be combined with --approve.');
  if (edit !== undefined && restore !== undefined) throw badInput('--edit and --restore cannot be combined.');
  const changes = decision !== undefined || edit !== undefined || restore !== undefined;
  if ((diff !== undefined || revisions) && changes) {
    throw badInput('--diff and --revisions cannot be combined with a decision.');
  }
  if (diff !== undefined && revisions) throw badInput('--diff and --revisions cannot be combined.');
  return {
    ...(decision === undefined ? {} : { decision, ...given({ more: decisionOptions[decision].fields?.(options) }) }),
    ...(options.commentOn === undefined ? {} : { written: options.commentOn.map(writtenComment) }),
    ...(options.revision === undefined ? {} : { revision: revisionOf(options.revision, '--revision') }),
    ...(restore === undefined ? {} : { restore: revisionOf(restore, '--restore') }),
    ...(diff === undefined ? {} : { diff: diff === true ? 'before' : revisionOf(diff, '--diff') }),
    ...(edit === undefined ? {} : { edited: await readEdit(edit) }),
  };
}

/** `ITEM=TEXT`. A heading that contains `=` is given by its number. */
function writtenComment(option: string): WrittenComment {
  const at = option.indexOf('=');
  const item = option.slice(0, Math.max(0, at)).trim();
  const text = option.slice(at + 1).trim();
  if (item !== '' && text !== '') return { item, text };
  throw badInput(`--comment-on takes ITEM=TEXT, such as 2.1="Too long", not ${JSON.stringify(option)}.`);
}

/** Implements `--revisions` and `--diff`, which also work for completed decks. */
async function showRevisions(
  decks: Decks,
  facts: ListedDeck,
  invocation: Invocation,
  { diff }: ReviewRequest,
): Promise<void> {
  const progress = await decks.progress(facts);
  const { compareRevisions, revisionFacts, revisionLine } = await import('../../decks/revisions.js');
  if (diff === undefined) {
    if (invocation.json) printJson(progress.revisions.map(revisionFacts));
    else if (progress.revisions.length === 0) say(`No revisions yet: ${progress.summary}.`);
    else for (const revision of progress.revisions) print(revisionLine(revision, progress));
    return;
  }
  const compared = await compareRevisions(
    invocation.settings,
    progress,
    diff,
    invocation.json ? undefined : (style, text) => styled(style, text, process.stdout),
  );
  if (invocation.json) printJson({ workflowId: facts.workflowId, ...compared });
  else if (compared.diff === '') say(`Revisions ${compared.from} and ${compared.to} are identical.`);
  else printText(compared.diff);
}

async function show(decks: Decks, facts: ListedDeck, invocation: Invocation, options: ReviewOptions): Promise<void> {
  const progress = await decks.progress(facts);
  const { outlineText } = await import('../../decks/outline-text.js');
  const markdown = await outlineText(invocation.settings, progress);
  const underReview = facts.status === 'RUNNING' && progress.review !== undefined;
  if (invocation.json) {
    printJson(asJson(facts, progress, underReview, markdown));
    return;
  }
  if (underReview && isInteractive() && markdown !== undefined) {
    const { reviewInTerminal } = await import('../dialogs/review-dialog.js');
    await reviewInTerminal(decks, facts, invocation, options);
    return;
  }
  if (markdown === undefined)
    throw new CliError(exitCodes.failure, `The deck has no outline yet: ${progress.summary}.`);
  printText(markdown.trimEnd());
  const { revision } = progress.outline!;
  if (underReview) {
    const regenerate = progress.ownWords ? '' : ', --regenerate';
    const earlier = revision > 1 ? ', --restore N' : '';
    say(
      `The ${progress.review!.gate}, revision ${revision}, is awaiting review.`,
      ...gateLines(progress.review!),
      `To approve: deck review ${facts.workflowId} --approve`,
      `Other options: --reject, --request-changes TEXT, --edit FILE${regenerate}${earlier}${revision > 1 ? ', --diff' : ''}`,
      `To review in the browser: deck open ${facts.workflowId}`,
    );
  } else say(`Revision ${revision}. No review is pending: ${progress.summary}.`);
}

function asJson({ workflowId }: ListedDeck, progress: PresentationProgress, waiting: boolean, markdown?: string) {
  const { document: _, ...outline } = progress.outline ?? {};
  const { title, stage, review } = progress;
  const gate = waiting && review !== undefined ? { gate: review.gate } : {};
  return {
    workflowId,
    title,
    stage,
    waiting,
    ...gate,
    ...outline,
    ...(review && { review }),
    outline: markdown ?? null,
  };
}

function revisionOf(text: string, option: string): number {
  return numberOf(text, option, 'a revision number');
}

async function readEdit(file: string): Promise<string> {
  const { text, name } = await readText(file);
  const { requireOutline } = await import('../../decks/outline-text.js');
  requireOutline(text, name);
  return text;
}
