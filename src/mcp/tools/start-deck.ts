import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Settings } from '../../config';
import { userKeyOf } from '../../core/deck-id';
import { given } from '../../core/given';
import { checkedInput } from '../../decks/checked-input';
import { documentStore } from '../../decks/documents/open-documents';
import { ownerOf } from '../../decks/documents/owner';
import {
  type CheckedInput,
  MARKDOWN_LIMIT,
  type PresentationInput,
  presentationInput,
  treatments,
} from '../../decks/input/input';
import { otherDeck } from '../../decks/words';
import { type DeckAccess, notOf } from '../access';
import { answer, answered } from '../answers';
import { confirmed } from '../confirmation';

const { uid, request, title, topic, slides, kind, audience, remember, name } = presentationInput.shape;
const { provider, options, content, proLayout, template, formats, edit, zip } = presentationInput.shape;

const gate = z.enum(['required', 'auto-approve', 'off']);

const documentAddress = z
  .strictObject({
    path: z.string().min(1).max(1000).optional().describe('File on the worker host, in the directory documents.inbox.'),
    url: z.url().optional().describe('URL that the worker downloads the file from.'),
    treatment: z
      .enum(treatments)
      .optional()
      .describe('keep the text (default), expand short passages, or polish the wording.'),
  })
  .describe('Source: a .docx file, by either path or url.');

/**
 * The input of the workflow without the fields that would bypass its gates: `from`, which starts a deck behind them,
 * and `settings`, of which only the two gates are available.
 */
const input = z.strictObject({
  uid: uid.optional().describe('User who owns the deck (default: the user that this server is configured for).'),
  request: request.describe('Idempotency key: starting the same uid and request again returns the existing deck.'),
  ...{ title, topic, slides, kind, audience, remember, name },
  ...{ provider, options, content, proLayout, template, formats, edit, zip },
  document: documentAddress.optional(),
  markdown: z
    .string()
    .min(1)
    .max(MARKDOWN_LIMIT)
    .optional()
    .describe('Source: a finished text as Markdown with headings.'),
  review: gate.optional().describe('How the outline is approved. A person must confirm every value but required.'),
  contentReview: gate.optional().describe('The same for the content.'),
});
type Input = z.output<typeof input>;

export function registerStartDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'start_deck',
    {
      title: 'Start a deck',
      description:
        'Starts a slide deck from a title, a document, a preset topic or Markdown, and returns immediately. A person ' +
        'reviews the outline before content is generated. Starting the same uid and request again returns the same deck.',
      inputSchema: input,
      outputSchema: z.object({
        id: z.string(),
        existing: z.boolean().describe('True: the deck of this request already existed, and nothing was started.'),
        note: z.string().optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (asked, { signal }) =>
      answered(async () => {
        const order = await access.open(({ settings }) => orderOf(asked, access, settings));
        if (access.user !== undefined && order.uid !== access.user.uid) throw notOf(access.user);
        await confirmGates(server, access, asked, order, signal);
        const started = await access.open(async ({ decks, settings }) => decks.start(await kept(order, settings)));
        const { workflowId, existing, otherSummary } = started;
        const note = otherSummary === undefined ? undefined : otherDeck(otherSummary);
        const said = existing
          ? `This request already has a deck: ${workflowId}.`
          : `Started: ${workflowId}. Use wait_for_deck to wait until it needs a person or is complete.`;
        return answer(note === undefined ? said : `${said} ${note}`, {
          id: workflowId,
          existing,
          ...given({ note }),
        });
      }),
  );
}

/** The validated input; invalid input must not reach the confirmation dialog. */
async function orderOf(asked: Input, access: DeckAccess, settings: Settings): Promise<CheckedInput> {
  const { review, contentReview, ...fields } = asked;
  const gates = {
    ...(review === undefined ? {} : { review: { mode: review } }),
    ...(contentReview === undefined ? {} : { contentReview: { mode: contentReview } }),
  };
  const { uid: own, channel } = access.user ?? settings.service;
  const order = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    uid: asked.uid ?? own,
    ...(channel === '' ? {} : { channel }),
    ...(Object.keys(gates).length === 0 ? {} : { settings: gates }),
  };
  return checkedInput(order, settings);
}

/** Opening a gate removes a person's decision, so a person must confirm it. */
async function confirmGates(
  server: McpServer,
  access: DeckAccess,
  { review, contentReview }: Input,
  { title = 'untitled', request: key, ...user }: PresentationInput,
  signal: AbortSignal,
): Promise<void> {
  const opened = [
    ...(review === undefined || review === 'required' ? [] : [`outline: ${wordsFor[review]}`]),
    ...(contentReview === undefined || contentReview === 'required' ? [] : [`content: ${wordsFor[contentReview]}`]),
  ];
  if (opened.length === 0) return;
  const message = `Start the deck “${title}” (${userKeyOf(user)}/${key}) without a review by a person?\n${opened.join('\n')}`;
  const elsewhere =
    'Leave out review and contentReview so that a person reviews the text, or ask the person to run: ' +
    'deck start --review off.';
  await confirmed(server, access, { message, tick: 'Yes, start it without a review', elsewhere }, signal);
}

const wordsFor = { off: 'no review', 'auto-approve': 'approved automatically after a delay' } as const;

/** Passes a long text as a reference, as `deck start` does. */
async function kept(order: CheckedInput, settings: Settings): Promise<CheckedInput> {
  if (typeof order.markdown !== 'string') return order;
  const document = await documentStore(settings, { owner: () => ownerOf(order) }).put(order.markdown);
  return 'text' in document ? order : { ...order, markdown: document };
}
