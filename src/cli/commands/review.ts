import type { Command } from 'commander';
import { localUser } from '../../base/io/local-user';
import { listed } from '../../base/text/listed';
import { given } from '../../core/given';
import type { PresentationProgress, ReviewAnswer } from '../../core/progress';
import type { ReviewMessage } from '../../core/review-message';
import { commentsOn, objectionsIn, type WrittenComment } from '../../decks/comments';
import type { Decks } from '../../decks/decks';
import { outlineForMessage } from '../../decks/documents/open-documents';
import type { ListedDeck } from '../../decks/listed-deck';
import { outlineText, requireOutline } from '../../decks/outline-text';
import { requireRunning } from '../../decks/require-running';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { withDecks } from '../connect/with-decks';
import {
  type DecisionOptions,
  decisionOptions,
  itemAndText,
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
  accept?: string;
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
  const repeated = (value: string, before: string[] | undefined) => [...(before ?? []), value];
  for (const { flags, description } of Object.values(decisionOptions)) {
    if (flags.includes('<item=')) command.option(flags, description, repeated);
    else command.option(flags, description);
  }
  return command
    .option('--suggest <item=text>', 'suggest another text for a heading or line; repeatable', repeated)
    .option('--edit <file>', 'replace it with a Markdown file (- reads stdin); with --approve, also approve it')
    .option('--restore <n>', 'restore revision n; with --approve, also approve it')
    .option('--accept <n>', 'apply the suggestion of thread n; with --approve, also approve it')
    .option('--despite <reason>', 'with --approve: why you approve over the open objections')
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
  await withDecks(invocation, async (decks) => {
    const facts = await decks.describe(workflowId);
    if (options.revisions || options.diff !== undefined) return showRevisions(decks, facts, invocation, request);
    const { decision, edited, restore, accept, written } = request;
    const changes = edited !== undefined || restore !== undefined || accept !== undefined;
    if (decision === undefined && !changes) {
      return show(decks, facts, invocation, options);
    }
    requireRunning(facts);
    const details = {
      reviewer: options.reviewer ?? localUser(),
      ...given({ comment: options.comment }),
      via: 'cli' as const,
    };
    const needed = request.revision === undefined || written || options.despite !== undefined;
    const progress = needed ? await decks.progress(facts) : undefined;
    let revision = request.revision ?? progress?.outline?.revision ?? 0;
    let answer: ReviewAnswer | undefined;
    if (changes) {
      const change =
        edited === undefined
          ? given({ restore, accept })
          : { outline: await outlineForMessage(invocation.settings, workflowId, edited) };
      answer = await decks.review(facts, { revision, decision: 'edit', ...change, ...details });
      revision = answer.revision;
    }
    if (decision !== undefined) {
      const comments = written && commentsOn((await outlineText(invocation.settings, progress!)) ?? '', written);
      const objections = options.despite === undefined ? [] : objectionsIn(progress!);
      const despite = objections.length === 0 ? undefined : objections;
      const more = { ...request.more, ...given({ comments, despite }) };
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
  /** The thread of a suggestion. */
  accept?: number;
  revision?: number;
  /** Further fields of the decision. */
  more?: Pick<ReviewMessage, 'comment' | 'to' | 'thread'>;
  written?: WrittenComment[];
  /** Revision to compare with; `before` is the one before the current. */
  diff?: number | 'before';
}

async function requestOf(options: ReviewOptions): Promise<ReviewRequest> {
  const { edit, restore, accept, diff, revisions } = options;
  const decisions = optionKinds.filter((kind) => decisionOptions[kind].isGiven(options));
  const [decision] = decisions;
  if (decisions.length > 1) {
    const names = Object.values(decisionOptions).map(({ flags }) => flags.split(' ')[0]!);
    throw badInput(`Specify only one of ${listed(names, 'and')}.`);
  }
  for (const [name, given] of Object.entries({
    requestChanges: '--request-changes',
    despite: '--despite',
    reply: '--reply',
  })) {
    if (options[name as 'despite'] === undefined || options.comment === undefined) continue;
    throw badInput(`${given} and --comment cannot be combined.`);
  }
  const written = [
    ...(options.commentOn ?? []).map((each) => itemAndText(each, '--comment-on', '2.1="Too long"')),
    ...(options.suggest ?? []).map((each) => suggestionOf(itemAndText(each, '--suggest', '2.1="Costs in 2026"'))),
  ];
  if (options.requestChanges === true && written.length === 0) {
    throw badInput('--request-changes takes a text, or comes with --comment-on or --suggest.');
  }
  if (options.despite !== undefined && decision !== 'approve') throw badInput('--despite comes with --approve.');
  if (written.length > 0 && decision !== 'comment' && decision !== 'request-changes') {
    throw badInput('--comment-on and --suggest can only be combined with --request-changes.');
  }
  const texts = Object.entries({ edit, restore, accept }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  );
  if (texts.length > 1) throw badInput(`${listed(texts, 'and')} cannot be combined.`);
  if (texts.length > 0 && decision !== undefined && decision !== 'approve') {
    throw badInput(`${texts[0]} can only be combined with --approve.`);
  }
  const changes = decision !== undefined || texts.length > 0;
  if ((diff !== undefined || revisions) && changes) {
    throw badInput('--diff and --revisions cannot be combined with a decision.');
  }
  if (diff !== undefined && revisions) throw badInput('--diff and --revisions cannot be combined.');
  return {
    ...(decision === undefined ? {} : { decision, ...given({ more: decisionOptions[decision].fields?.(options) }) }),
    ...(written.length === 0 ? {} : { written }),
    ...(options.revision === undefined ? {} : { revision: revisionOf(options.revision, '--revision') }),
    ...(restore === undefined ? {} : { restore: revisionOf(restore, '--restore') }),
    ...(accept === undefined ? {} : { accept: numberOf(accept, '--accept', 'the number of a thread') }),
    ...(diff === undefined ? {} : { diff: diff === true ? 'before' : revisionOf(diff, '--diff') }),
    ...(edit === undefined ? {} : { edited: await readEdit(edit) }),
  };
}

const suggestionOf = ({ item, text }: WrittenComment): WrittenComment => ({ item, text: '', suggestion: text });

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
      ...gateLines(progress),
      `To approve: deck review ${facts.workflowId} --approve`,
      `Other options: --reject, --request-changes TEXT, --comment-on ITEM=TEXT, --edit FILE${regenerate}${earlier}${revision > 1 ? ', --diff' : ''}`,
      `To review in the browser: deck open ${facts.workflowId}`,
    );
  } else say(`Revision ${revision}. No review is pending: ${progress.summary}.`);
}

function asJson({ workflowId }: ListedDeck, progress: PresentationProgress, waiting: boolean, markdown?: string) {
  const { document: _, ...outline } = progress.outline ?? {};
  const { title, stage, review, threads } = progress;
  const gate = waiting && review !== undefined ? { gate: review.gate } : {};
  return {
    workflowId,
    title,
    stage,
    waiting,
    ...gate,
    ...outline,
    ...given({ review, threads }),
    outline: markdown ?? null,
  };
}

function revisionOf(text: string, option: string): number {
  return numberOf(text, option, 'a revision number');
}

async function readEdit(file: string): Promise<string> {
  const { text, name } = await readText(file);
  requireOutline(text, name);
  return text;
}
