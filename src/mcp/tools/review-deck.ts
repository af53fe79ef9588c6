import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { misplacedFault } from '../../core/fields';
import { given } from '../../core/given';
import { MOST_COMMENTS } from '../../core/message-limits';
import type { PresentationProgress } from '../../core/progress';
import {
  type DecisionKind,
  decisions,
  missingFault,
  type ReviewMessage,
  reviewSchemas,
} from '../../core/review-message';
import { commentsOn, objectionsIn } from '../../decks/comments';
import type { Decks } from '../../decks/decks';
import { outlineForMessage } from '../../decks/documents/open-documents';
import { DeckError } from '../../decks/errors';
import { MARKDOWN_LIMIT } from '../../decks/input/input';
import type { ListedDeck } from '../../decks/listed-deck';
import { outlineText, requireOutline } from '../../decks/outline-text';
import { requireRunning } from '../../decks/require-running';
import { type DeckAccess, deckIdOf, type OpenedDecks } from '../access';
import { answer, answered } from '../answers';
import { confirmed, decideElsewhere, type Question } from '../confirmation';
import { deckId, named } from './arguments';

/** Only a person resolves threads, accepts suggestions and delegates, in a terminal or on the review page. */
const forAssistants = [
  'approve',
  'edit',
  'regenerate',
  'reject',
  'request-changes',
  'comment',
  'reply',
] as const satisfies DecisionKind[];

const { revision, restore, comment, thread } = reviewSchemas.reviewMessage.shape;
const input = z.strictObject({
  id: deckId,
  revision,
  decision: z.enum(forAssistants).describe('A person must confirm approve and reject.'),
  outline: z.string().max(MARKDOWN_LIMIT).optional().describe('With edit: the complete text as Markdown.'),
  restore,
  comment,
  thread,
  comments: z
    .array(
      z.strictObject({
        item: z
          .string()
          .max(200)
          .describe('Number (chapter.page.point, such as 2.1; 0 is the title), heading, or line of text.'),
        text: reviewSchemas.reviewComment.shape.text,
        suggestion: reviewSchemas.reviewComment.shape.suggestion,
      }),
    )
    .min(1)
    .max(MOST_COMMENTS)
    .optional()
    .describe('With request-changes and comment: comments and suggestions on items of the text.'),
});
type Input = z.output<typeof input>;

export function registerReviewDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'review_deck',
    {
      title: 'Review a text',
      description:
        "Edits or regenerates the outline or content that is awaiting review, or submits a person's decision to approve or " +
        'reject it. An edit becomes a new revision that is awaiting review. comment, reply and request-changes keep the gate open. For approve and reject, the client asks the ' +
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
        const workflowId = deckIdOf(given.id, access);
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

function requireFitting(given: Input): void {
  const fault = misplacedFault(decisions, given, given.decision) ?? missingFault(given);
  if (fault !== undefined) throw new DeckError('invalid-input', `${fault}.`);
  if (given.decision === 'approve' && given.comment !== undefined) {
    throw new DeckError(
      'invalid-input',
      'An approval cannot have a comment, because it is recorded in the name of the person.',
    );
  }
  if (given.outline !== undefined) requireOutline(given.outline, 'The outline');
}

async function messageOf(
  server: McpServer,
  { decks, settings }: OpenedDecks,
  workflowId: string,
  { revision, decision, outline, restore, comment, comments, thread }: Input,
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
    ...(outline === undefined ? {} : { outline: await outlineForMessage(settings, workflowId, outline) }),
    ...given({ restore, comment, thread }),
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
  const objections = decision === 'approve' ? objectionsIn(progress) : [];
  if (objections.length > 0) {
    throw new DeckError(
      'refused',
      `An objection to this text is open (thread ${objections.join(', ')}). A person who approves over it gives a reason: deck review ${workflowId} --approve --despite REASON.`,
    );
  }
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
async function requireSame(decks: Decks, facts: ListedDeck, sha256: string): Promise<void> {
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
