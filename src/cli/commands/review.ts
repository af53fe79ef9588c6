import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { PresentationProgress, ReviewAnswer, ReviewMessage } from '../../presentation/messages';
import { parseDeckId } from '../deck-id';
import type { DeckFacts, Decks } from '../decks';
import { badInput, CliError, exitCodes } from '../exit';
import { type CommonOptions, type Invocation, openConnected, optionsOf } from '../invocation';
import { requireRunning } from '../require-running';
import { isInteractive, localUser, print, printJson, say } from '../terminal';

interface ReviewOptions extends CommonOptions {
  approve?: boolean;
  reject?: boolean;
  regenerate?: boolean;
  edit?: string;
  comment?: string;
  reviewer?: string;
  revision?: string;
}

export function registerReview(program: Command): Command {
  return program
    .command('review')
    .description('read the outline of a deck and decide about it; without a decision: show it, in a terminal also ask')
    .argument('<id>', 'presentation/<uid>/<request> or <uid>/<request>')
    .option('--approve', 'approve the outline; content is generated next')
    .option('--reject', 'reject it; the deck ends')
    .option('--regenerate', 'have another outline generated')
    .option('--edit <file>', 'replace it by this Markdown (- reads stdin); with --approve also approve that')
    .option('--comment <text>', 'why; kept with the decision')
    .option('--reviewer <name>', 'who decides (default: the user of this machine)')
    .option('--revision <n>', 'the revision that was read; refused when it is not the current one any more')
    .option('--json', 'print the outline, or the answer to the decision, on one line')
    .action(async (id: string, _options, self: Command) => review(parseDeckId(id), optionsOf<ReviewOptions>(self)));
}

async function review(workflowId: string, options: ReviewOptions): Promise<void> {
  const decisions = [options.approve, options.reject, options.regenerate].filter(Boolean).length;
  if (decisions > 1) throw badInput('Say one of --approve, --reject and --regenerate.');
  if (options.edit !== undefined && (options.reject || options.regenerate)) {
    throw badInput('--edit goes with --approve or alone.');
  }
  const revision = options.revision === undefined ? undefined : revisionOf(options.revision);
  const edited = options.edit === undefined ? undefined : await readEdit(options.edit);
  const invocation = await openConnected(options);
  const { withDecks } = await import('../with-decks.js');
  await withDecks(invocation, async (decks) => {
    const facts = await decks.facts(workflowId);
    if (decisions === 0 && edited === undefined) return show(decks, facts, invocation, options);
    requireRunning(facts);
    const reviewer = options.reviewer ?? localUser();
    const comment = options.comment === undefined ? {} : { comment: options.comment };
    let read = revision ?? (await decks.progress(facts)).outline?.revision ?? 0;
    let answer: ReviewAnswer | undefined;
    if (edited !== undefined) {
      const { outlineForMessage } = await import('../outline-view.js');
      const outline = await outlineForMessage(invocation.settings, edited);
      answer = await decide(decks, facts, { revision: read, decision: 'edit', outline, reviewer, ...comment });
      read = answer.revision;
    }
    if (decisions === 1) {
      const decision = options.approve ? 'approve' : options.reject ? 'reject' : 'regenerate';
      answer = await decide(decks, facts, { revision: read, decision, reviewer, ...comment });
    }
    if (invocation.json) printJson({ workflowId, ...answer });
    else if (answer !== undefined) print(answer.message);
  });
}

/** Sends a decision. An edit can be taken in and yet turn out unreadable: then the revision stays what it was. */
export async function decide(decks: Decks, facts: DeckFacts, message: ReviewMessage): Promise<ReviewAnswer> {
  const answer = await decks.review(facts, message);
  if (message.decision === 'edit' && answer.revision === message.revision) {
    throw new CliError(exitCodes.failure, answer.message);
  }
  return answer;
}

async function show(decks: Decks, facts: DeckFacts, invocation: Invocation, options: ReviewOptions): Promise<void> {
  const progress = await decks.progress(facts);
  const { outlineText } = await import('../outline-view.js');
  const markdown = await outlineText(invocation.settings, progress);
  const waits = facts.status === 'RUNNING' && progress.review !== undefined;
  if (invocation.json) {
    printJson(asJson(facts, progress, waits, markdown));
    return;
  }
  if (waits && isInteractive() && markdown !== undefined) {
    const { reviewInTerminal } = await import('../review-dialog.js');
    await reviewInTerminal(decks, facts, invocation, options);
    return;
  }
  if (markdown === undefined) throw new CliError(exitCodes.failure, `There is no outline yet: ${progress.summary}.`);
  print(markdown.trimEnd());
  const state = `Revision ${progress.outline?.revision}: `;
  if (waits)
    say(
      `${state}waits for a decision: deck review ${facts.workflowId} --approve | --reject | --edit FILE | --regenerate`,
    );
  else say(`${state}nothing is to be decided now; ${progress.summary}.`);
}

function asJson({ workflowId }: DeckFacts, progress: PresentationProgress, waiting: boolean, markdown?: string) {
  const { document: _, ...outline } = progress.outline ?? {};
  const { title, stage, review } = progress;
  return { workflowId, title, stage, waiting, ...outline, ...(review && { review }), outline: markdown ?? null };
}

function revisionOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw badInput(`--revision takes the number of a revision, not ${JSON.stringify(text)}.`);
  return Number(text);
}

async function readEdit(file: string): Promise<string> {
  const name = file === '-' ? 'The text on stdin' : `The file ${file}`;
  let text = '';
  try {
    if (file === '-') for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk as string;
    else text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw badInput(`${name} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`);
  }
  const { requireOutline } = await import('../outline-view.js');
  requireOutline(text, name);
  return text;
}
