import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { PresentationProgress, ReviewMessage } from '../../core/messages';
import type { Decks, DescribedDeck } from '../../decks/decks';
import { DeckError } from '../../decks/errors';
import { outlineText, requireOutline } from '../../decks/outline-text';
import { requireRunning } from '../../decks/require-running';
import { outlineForMessage } from '../../documents/open-documents';
import { MARKDOWN_LIMIT } from '../../input/input';
import { type DeckAccess, deckIdOf, type OpenedDecks } from '../access';
import { answer, answered } from '../answers';
import { confirmed, decideElsewhere, type Question } from '../confirmation';
import { deckId, named } from './arguments';

const input = z.strictObject({
  id: deckId,
  revision: z.int().positive().describe('The revision that was read; refused when it is not the current one any more.'),
  decision: z
    .enum(['approve', 'edit', 'regenerate', 'reject'])
    .describe('approve and reject are decisions of a person, who is asked before they are sent.'),
  outline: z.string().max(MARKDOWN_LIMIT).optional().describe('With edit: the whole text as Markdown.'),
  restore: z
    .int()
    .positive()
    .optional()
    .describe('With edit, instead of outline: the revision that shall stand again.'),
  comment: z.string().max(2000).optional().describe('Why; kept with an edit, a regeneration or a rejection.'),
});
type Input = z.output<typeof input>;

export function registerReviewDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'review_deck',
    {
      title: 'Decide about a text',
      description:
        'Edits the outline or content that waits for a decision, has it generated anew, or passes on that a person ' +
        'approves or rejects it. An edit becomes a revision that waits for a person like any other. Approving and ' +
        'rejecting ask the person through the client; where it cannot, the tool says how the person can decide.',
      inputSchema: input,
      outputSchema: z.object({
        id: z.string(),
        decision: input.shape.decision,
        revision: z.int().describe('The revision that stands now.'),
        message: z.string(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    (given, { signal }) =>
      answered(async () => {
        const workflowId = await deckIdOf(given.id, access);
        requireFitting(given);
        const message = await access.open((opened) => messageOf(server, opened, workflowId, given));
        let read: string | undefined;
        if (given.decision === 'approve' || given.decision === 'reject') {
          const { sha256, ...question } = await access.open((opened) => questionOf(opened, workflowId, given));
          // A person may think for minutes: nothing is connected meanwhile.
          message.reviewer = await confirmed(server, access, question, signal);
          read = sha256;
        }
        const done = await access.open(async ({ decks }) => {
          const facts = requireRunning(await decks.describe(workflowId));
          if (read !== undefined) await requireSame(decks, facts, read);
          return decks.review(facts, message);
        });
        return answer(done.message, { id: workflowId, ...done });
      }),
  );
}

function requireFitting({ decision, outline, restore, comment }: Input): void {
  if (decision === 'edit' && (outline === undefined) === (restore === undefined)) {
    throw new DeckError(
      'invalid-input',
      'An edit needs either outline, the whole text as Markdown, or restore, the number of a revision.',
    );
  }
  if (decision !== 'edit' && (outline !== undefined || restore !== undefined)) {
    throw new DeckError(
      'invalid-input',
      'outline and restore belong to an edit; decide about the edited revision with another call.',
    );
  }
  if (decision === 'approve' && comment !== undefined) {
    throw new DeckError(
      'invalid-input',
      'An approval is recorded in the name of the person; an assistant adds no comment to it.',
    );
  }
  if (outline !== undefined) requireOutline(outline, 'The outline');
}

async function messageOf(
  server: McpServer,
  { decks, settings }: OpenedDecks,
  workflowId: string,
  { revision, decision, outline, restore, comment }: Input,
): Promise<ReviewMessage> {
  requireRunning(await decks.describe(workflowId));
  return {
    revision,
    decision,
    reviewer: `assistant (${named(server)})`,
    ...(outline === undefined ? {} : { outline: await outlineForMessage(settings, outline) }),
    ...(restore === undefined ? {} : { restore }),
    ...(comment === undefined ? {} : { comment }),
    ...(decision === 'approve' ? { comment: `asked through ${named(server)}` } : {}),
  };
}

/** What the person is asked. The text is the deck's own, whatever the assistant has told about it. */
async function questionOf(
  { decks, settings }: OpenedDecks,
  workflowId: string,
  { revision, decision, comment }: Input,
): Promise<Question & { sha256: string }> {
  const progress = await decks.progress(await decks.describe(workflowId));
  requireWaiting(progress, revision, workflowId);
  const gate = progress.review!.gate;
  const text = (await outlineText(settings, progress)) ?? '';
  const asked = { sha256: progress.outline!.document.sha256, elsewhere: decideElsewhere(workflowId) };
  if (decision === 'reject') {
    const why = comment === undefined ? '' : `\nThe assistant gives as the reason: ${comment}`;
    const message = `Reject the ${gate} of “${progress.title}” (${workflowId}), revision ${revision}? The deck ends.${why}`;
    return { message, tick: 'Yes, reject it; the deck ends', ...asked };
  }
  const cost = gate === 'outline' && !progress.ownWords ? 'The content is generated next, which costs.' : '';
  const lines = text.trim().split('\n');
  const shown = lines.slice(0, LINES_SHOWN).join('\n').slice(0, CHARACTERS_SHOWN);
  const rest = shown.length < text.trim().length ? `\n[… not everything fits here: deck review ${workflowId}]` : '';
  return {
    message: `Approve the ${gate} of “${progress.title}” (${workflowId}), revision ${revision}? ${cost}\n\n${shown}${rest}`,
    tick: `Yes, I have read revision ${revision} and approve it`,
    ...asked,
  };
}

/** The number of a revision says which one; that it is the same text, also of a deck started anew, its hash says. */
async function requireSame(decks: Decks, facts: DescribedDeck, sha256: string): Promise<void> {
  const { outline } = await decks.progress(facts);
  if (outline?.document.sha256 !== sha256) {
    throw new DeckError(
      'invalid-input',
      `${facts.workflowId} has another text now than the person has read; read it and ask again.`,
    );
  }
}

const LINES_SHOWN = 150;
const CHARACTERS_SHOWN = 5_000;

/** The person is not bothered with what the deck would refuse afterwards. */
function requireWaiting(
  { review, outline, summary }: PresentationProgress,
  revision: number,
  workflowId: string,
): void {
  if (review === undefined)
    throw new DeckError('invalid-input', `Nothing of ${workflowId} is to be decided now: ${summary}.`);
  if (outline?.revision === revision) return;
  throw new DeckError(
    'invalid-input',
    `Revision ${revision} is not the current one; read revision ${outline?.revision ?? 0} of ${workflowId}.`,
  );
}
