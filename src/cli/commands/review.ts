import type { Command } from 'commander';
import type { PresentationProgress, ReviewAnswer, ReviewMessage } from '../../core/messages';
import type { Decks, DescribedDeck } from '../../decks/decks';
import { requireRunning } from '../../decks/require-running';
import { DECK_ID, parseDeckId } from '../../decks/written-id';
import { localUser } from '../../io/local-user';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation/invocation';
import { readText } from '../invocation/read-text';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { isInteractive, print, printJson, printText, say, styled } from '../terminal/terminal';

interface ReviewOptions extends CommonOptions {
  approve?: boolean;
  reject?: boolean;
  regenerate?: boolean;
  edit?: string;
  restore?: string;
  diff?: string | true;
  revisions?: boolean;
  comment?: string;
  reviewer?: string;
  revision?: string;
}

export function registerReview(program: Command): Command {
  return program
    .command('review')
    .description(
      'read what waits for a decision, the outline or the content, and decide about it; without a decision: show it, ' +
        'in a terminal also ask',
    )
    .argument('<id>', DECK_ID)
    .option('--approve', 'approve it; an outline gets its content next, content its design')
    .option('--reject', 'reject it; the deck ends')
    .option('--regenerate', 'have another outline generated, whatever was made of this one is discarded')
    .option('--edit <file>', 'replace it by this Markdown (- reads stdin); with --approve also approve that')
    .option('--restore <n>', 'let revision n stand again; with --approve also approve that')
    .option('--diff [n]', 'show what changed since revision n (default: since the one before)')
    .option('--revisions', 'list the revisions: part, source, who, when, why')
    .option('--comment <text>', 'why; kept with the decision')
    .option('--reviewer <name>', 'who decides (default: the user of this machine)')
    .option('--revision <n>', 'the revision that was read; refused when it is not the current one any more')
    .option('--json', 'print the text, or the answer to the decision, on one line')
    .action(async (id: string, _options, self: Command) => review(parseDeckId(id), optionsOf<ReviewOptions>(self)));
}

async function review(workflowId: string, options: ReviewOptions): Promise<void> {
  const request = await requestOf(options);
  const invocation = await openConnected(options);
  const { withDecks } = await import('../connect/with-decks.js');
  await withDecks(invocation, async (decks) => {
    const facts = await decks.describe(workflowId);
    if (options.revisions || options.diff !== undefined) return look(decks, facts, invocation, request);
    const { decision, edited, restore } = request;
    if (decision === undefined && edited === undefined && restore === undefined) {
      return show(decks, facts, invocation, options);
    }
    requireRunning(facts);
    const who = {
      reviewer: options.reviewer ?? localUser(),
      ...(options.comment === undefined ? {} : { comment: options.comment }),
    };
    let read = request.revision ?? (await decks.progress(facts)).outline?.revision ?? 0;
    let answer: ReviewAnswer | undefined;
    if (edited !== undefined || restore !== undefined) {
      const { outlineForMessage } = await import('../../documents/open-documents.js');
      const change =
        edited === undefined
          ? { restore: restore! }
          : { outline: await outlineForMessage(invocation.settings, edited) };
      answer = await decks.review(facts, { revision: read, decision: 'edit', ...change, ...who });
      read = answer.revision;
    }
    if (decision !== undefined) answer = await decks.review(facts, { revision: read, decision, ...who });
    if (invocation.json) printJson({ workflowId, ...answer });
    else if (answer !== undefined) print(answer.message);
  });
}

/** What the options ask for, checked before anybody is connected to. */
interface ReviewRequest {
  decision?: Exclude<ReviewMessage['decision'], 'edit'>;
  edited?: string;
  restore?: number;
  revision?: number;
  /** Revision to compare with; `before` is the one before the current. */
  diff?: number | 'before';
}

async function requestOf(options: ReviewOptions): Promise<ReviewRequest> {
  const { approve, reject, regenerate, edit, restore, diff, revisions } = options;
  const decisions = (['approve', 'reject', 'regenerate'] as const).filter((name) => options[name]);
  const [decision] = decisions;
  if (decisions.length > 1) throw badInput('Say one of --approve, --reject and --regenerate.');
  if (edit !== undefined && (reject || regenerate)) throw badInput('--edit goes with --approve or alone.');
  if (restore !== undefined && (reject || regenerate)) throw badInput('--restore goes with --approve or alone.');
  if (edit !== undefined && restore !== undefined) throw badInput('Say either --edit or --restore.');
  const changes = approve || reject || regenerate || edit !== undefined || restore !== undefined;
  if ((diff !== undefined || revisions) && changes) {
    throw badInput('--diff and --revisions only show; decide with another command.');
  }
  if (diff !== undefined && revisions) throw badInput('Say either --diff or --revisions.');
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(options.revision === undefined ? {} : { revision: revisionOf(options.revision, '--revision') }),
    ...(restore === undefined ? {} : { restore: revisionOf(restore, '--restore') }),
    ...(diff === undefined ? {} : { diff: diff === true ? 'before' : revisionOf(diff, '--diff') }),
    ...(edit === undefined ? {} : { edited: await readEdit(edit) }),
  };
}

/** `--revisions` and `--diff`: also of a deck that has ended. */
async function look(
  decks: Decks,
  facts: DescribedDeck,
  invocation: Invocation,
  { diff }: ReviewRequest,
): Promise<void> {
  const progress = await decks.progress(facts);
  const { compareRevisions, revisionFacts, revisionLine } = await import('../../decks/revisions.js');
  if (diff === undefined) {
    if (invocation.json) printJson(progress.revisions.map(revisionFacts));
    else if (progress.revisions.length === 0) say(`There is no revision yet: ${progress.summary}.`);
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
  else if (compared.diff === '') say(`Revisions ${compared.from} and ${compared.to} are the same.`);
  else printText(compared.diff);
}

async function show(decks: Decks, facts: DescribedDeck, invocation: Invocation, options: ReviewOptions): Promise<void> {
  const progress = await decks.progress(facts);
  const { outlineText } = await import('../../decks/outline-text.js');
  const markdown = await outlineText(invocation.settings, progress);
  const waits = facts.status === 'RUNNING' && progress.review !== undefined;
  if (invocation.json) {
    printJson(asJson(facts, progress, waits, markdown));
    return;
  }
  if (waits && isInteractive() && markdown !== undefined) {
    const { reviewInTerminal } = await import('../dialogs/review-dialog.js');
    await reviewInTerminal(decks, facts, invocation, options);
    return;
  }
  if (markdown === undefined) throw new CliError(exitCodes.failure, `There is no outline yet: ${progress.summary}.`);
  printText(markdown.trimEnd());
  const { revision } = progress.outline!;
  if (waits) {
    const anew = progress.ownWords ? '' : ' | --regenerate';
    const ways = `--approve | --reject | --edit FILE${anew}`;
    const more = revision > 1 ? ' | --restore N | --diff' : '';
    const gate = progress.review!.gate;
    say(`Revision ${revision}: the ${gate} waits for a decision: deck review ${facts.workflowId} ${ways}${more}`);
    say(`On the review page: deck open ${facts.workflowId}`);
  } else say(`Revision ${revision}: nothing is to be decided now; ${progress.summary}.`);
}

function asJson({ workflowId }: DescribedDeck, progress: PresentationProgress, waiting: boolean, markdown?: string) {
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
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw badInput(`${option} takes the number of a revision, not ${JSON.stringify(text)}.`);
  return Number(text);
}

async function readEdit(file: string): Promise<string> {
  const { text, name } = await readText(file);
  const { requireOutline } = await import('../../decks/outline-text.js');
  requireOutline(text, name);
  return text;
}
