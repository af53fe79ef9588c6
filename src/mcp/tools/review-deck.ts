import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { PresentationProgress, ReviewMessage } from '../../core/messages';
import { commentsOn } from '../../decks/comments';
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

/** Only a person resolves change requests and delegates, in a terminal or on the review page. */
const decisions = ['approve', 'edit', 'regenerate', 'reject', 'request-changes'] as const;

const input = z.strictObject({
  id: deckId,
  revision: z.int().positive().describe('The revision that was read. Rejected unless it is the current revision.'),
  decision: z.enum(decisions).describe('A person must confirm approve and reject.'),
  outline: z.string().max(MARKDOWN_LIMIT).optional().describe('With edit: the complete text as Markdown.'),
  restore: z.int().positive().optional().describe('With edit, instead of outline: the revision to restore.'),
  comment: z
    .string()
    .max(2000)
    .optional()
    .describe('Reason, recorded with edit, regenerate, reject or request-changes.'),
  comments: z
    .array(
      z.strictObject({
        item: z
          .string()
          .max(200)
          .describe('Number (chapter.page.point, such as 2.1; 0 is the title), heading, or line of text.'),
        text: z.string().min(1).max(2000),
      }),
    )
    .min(1)
    .max(20)
    .optional()
    .describe('With request-changes: comments on items of the text.'),
});
type Input = z.output<typeof input>;

export function registerReviewDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'review_deck',
    {
      title: 'Review a text',
      description:
        "Edits or regenerates the outline or content that is awaiting review, or submits a person's decision to approve or " +
        'reject it. An edit becomes a new revision that is awaiting review. request-changes keeps the gate open with comments. For approve and reject, the client asks the ' +
        'person to confirm. If it cannot, the tool says how the person can decide.',
      inputSchema: input,
      outputSchema: z.object({
        id: z.string(),
        decision: input.shape.decision,
        revision: z.int().describe('The current revision after the decision.'),
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
        const {
          decision,
          revision,
          message: text,
        } = await access.open(async ({ decks }) => {
          const facts = requireRunning(await decks.describe(workflowId));
          if (read !== undefined) await requireSame(decks, facts, read);
          return decks.review(facts, message);
        });
        return answer(text, { id: workflowId, decision, revision, message: text });
      }),
  );
}

function requireFitting({ decision, outline, restore, comment, comments }: Input): void {
  if (comments !== undefined && decision !== 'request-changes') {
    throw new DeckError('invalid-input', 'Only request-changes can have comments on items.');
  }
  if (decision === 'edit' && (outline === undefined) === (restore === undefined)) {
    throw new DeckError(
      'invalid-input',
      'An edit requires either outline (the complete text as Markdown) or restore (the number of a revision).',
    );
  }
  if (decision !== 'edit' && (outline !== undefined || restore !== undefined)) {
    throw new DeckError(
      'invalid-input',
      'Only an edit can have outline or restore; use another call to decide about the edited revision.',
    );
  }
  if (decision === 'approve' && comment !== undefined) {
    throw new DeckError(
      'invalid-input',
      'An approval cannot have a comment, because it is recorded in the name of the person.',
    );
  }
  if (outline !== undefined) requireOutline(outline, 'The outline');
}

async function messageOf(
  server: McpServer,
  { decks, settings }: OpenedDecks,
  workflowId: string,
  { revision, decision, outline, restore, comment, comments }: Input,
): Promise<ReviewMessage> {
  const facts = requireRunning(await decks.describe(workflowId));
  return {
    revision,
    decision,
    reviewer: `assistant (${named(server)})`,
    via: 'mcp',
    ...(comments === undefined
      ? {}
      : { comments: commentsOn((await outlineText(settings, await decks.progress(facts))) ?? '', comments) }),
    ...(outline === undefined ? {} : { outline: await outlineForMessage(settings, outline) }),
    ...(restore === undefined ? {} : { restore }),
    ...(comment === undefined ? {} : { comment }),
    ...(decision === 'approve' ? { comment: `asked through ${named(server)}` } : {}),
  };
}

/** The confirmation dialog. It shows the deck's own text, whatever the assistant says about it. */
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
    const why = comment === undefined ? '' : `\nReason given by the assistant: ${comment}`;
    const message = `Reject the ${gate} of “${progress.title}” (${workflowId}), revision ${revision}? The deck ends.${why}`;
    return { message, tick: 'Yes, reject it; the deck ends', ...asked };
  }
  const cost = gate === 'outline' && !progress.ownWords ? 'The content is generated next, which is a paid call.' : '';
  const lines = text.trim().split('\n');
  const shown = lines.slice(0, LINES_SHOWN).join('\n').slice(0, CHARACTERS_SHOWN);
  const rest = shown.length < text.trim().length ? `\n[… to read the rest, run: deck review ${workflowId}]` : '';
  return {
    message: `Approve the ${gate} of “${progress.title}” (${workflowId}), revision ${revision}? ${cost}\n\n${shown}${rest}`,
    tick: `Yes, I have read revision ${revision} and approve it`,
    ...asked,
  };
}

/** Compares the hash, because a deck that was started again can have another text under the same revision number. */
async function requireSame(decks: Decks, facts: DescribedDeck, sha256: string): Promise<void> {
  const { outline } = await decks.progress(facts);
  if (outline?.document.sha256 !== sha256) {
    throw new DeckError(
      'invalid-input',
      `The text of ${facts.workflowId} has changed since the person read it; read it again with read_outline and retry.`,
    );
  }
}

const LINES_SHOWN = 150;
const CHARACTERS_SHOWN = 5_000;

/** Do not ask the person about a decision that the deck would reject. */
function requireWaiting(
  { review, outline, summary }: PresentationProgress,
  revision: number,
  workflowId: string,
): void {
  if (review === undefined) throw new DeckError('invalid-input', `No review is pending for ${workflowId}: ${summary}.`);
  if (outline?.revision === revision) return;
  throw new DeckError(
    'invalid-input',
    `Revision ${revision} is not the current revision; read revision ${outline?.revision ?? 0} of ${workflowId}.`,
  );
}
