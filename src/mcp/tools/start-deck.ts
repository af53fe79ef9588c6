import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Settings } from '../../config';
import { userKeyOf } from '../../core/deck-id';
import { checkedInput } from '../../decks/checked-input';
import { otherDeck } from '../../decks/words';
import { documentStore } from '../../documents/open-documents';
import {
  type CheckedInput,
  MARKDOWN_LIMIT,
  type PresentationInput,
  presentationInput,
  treatments,
} from '../../input/input';
import { type DeckAccess, notOf } from '../access';
import { answer, answered } from '../answers';
import { confirmed } from '../confirmation';

const { uid, request, title, topic, name, provider, options, content, proLayout, template, formats, edit, zip } =
  presentationInput.shape;

const gate = z.enum(['required', 'auto-approve', 'off']);

const documentAddress = z
  .strictObject({
    path: z.string().min(1).max(1000).optional().describe('File on the worker, inside the folder documents.inbox.'),
    url: z.url().optional().describe('Address that the worker fetches the file from.'),
    treatment: z.enum(treatments).optional().describe('keep its words (the default), expand or polish them.'),
  })
  .describe('A .docx that the deck is made from, by one of path and url.');

/**
 * The input of the workflow, without what would lead around its gates: `from`, with which a deck begins behind them, and
 * `settings`, of which the two gates alone are taken.
 */
const input = z.strictObject({
  uid: uid.optional().describe('User whose deck this is (default: the one that the server is set up for).'),
  request: request.describe('Key of your own choice; the same uid and request again are the same deck.'),
  title,
  document: documentAddress.optional(),
  topic,
  markdown: z.string().min(1).max(MARKDOWN_LIMIT).optional().describe('A finished text: Markdown with headings.'),
  name,
  provider,
  options,
  content,
  proLayout,
  template,
  formats,
  edit,
  zip,
  review: gate.optional().describe('How the outline is approved; anything but required is for a person to confirm.'),
  contentReview: gate.optional().describe('The same for the content.'),
});
type Input = z.output<typeof input>;

export function registerStartDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'start_deck',
    {
      title: 'Start a deck',
      description:
        'Starts a slide deck from a title, a document, a preset topic or Markdown, and returns at once. The outline ' +
        'waits for a person before content is generated. Started again with the same user and request it is the same deck.',
      inputSchema: input,
      outputSchema: z.object({
        id: z.string(),
        existing: z.boolean().describe('True: this request was started before, and nothing was started now.'),
        note: z.string().optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    (given, { signal }) =>
      answered(async () => {
        const order = await access.open(({ settings }) => orderOf(given, access, settings));
        if (access.user !== undefined && order.uid !== access.user.uid) throw notOf(access.user);
        await confirmGates(server, access, given, order, signal);
        const started = await access.open(async ({ decks, settings }) => decks.start(await kept(order, settings)));
        const { workflowId, existing, otherSummary } = started;
        const note = otherSummary === undefined ? undefined : otherDeck(otherSummary);
        const said = existing
          ? `This request was started before; the deck is ${workflowId}.`
          : `Started: ${workflowId}. wait_for_deck tells when it needs a person or has ended.`;
        return answer(note === undefined ? said : `${said} ${note}`, {
          id: workflowId,
          existing,
          ...(note === undefined ? {} : { note }),
        });
      }),
  );
}

/** The input as the worker will take it, checked before anybody is asked anything. */
async function orderOf(given: Input, access: DeckAccess, settings: Settings): Promise<CheckedInput> {
  const { review, contentReview, ...fields } = given;
  const gates = {
    ...(review === undefined ? {} : { review: { mode: review } }),
    ...(contentReview === undefined ? {} : { contentReview: { mode: contentReview } }),
  };
  const { uid: own, channel } = access.user ?? settings.service;
  const order = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    uid: given.uid ?? own,
    ...(channel === '' ? {} : { channel }),
    ...(Object.keys(gates).length === 0 ? {} : { settings: gates }),
  };
  return checkedInput(order, settings);
}

/** Whoever opens a gate takes a person's decision away; that is a person's decision, too. */
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
  const message = `Start the deck “${title}” (${userKeyOf(user)}/${key}) without a person's decision?\n${opened.join('\n')}`;
  const elsewhere =
    'Leave review and contentReview out, and the person decides about the text; or the person starts it: ' +
    'deck start --review off.';
  await confirmed(server, access, { message, tick: 'Yes, nobody needs to decide', elsewhere }, signal);
}

const wordsFor = { off: 'nobody is asked', 'auto-approve': 'approves itself after a time' } as const;

/** A long text travels by its address, as with `deck start`. */
async function kept(order: CheckedInput, settings: Settings): Promise<CheckedInput> {
  if (typeof order.markdown !== 'string') return order;
  const document = await documentStore(settings).put(order.markdown);
  return 'text' in document ? order : { ...order, markdown: document };
}
