import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { TEMPLATE_TYPE } from '../../contract/templates';
import { shortId } from '../../core/deck-id';
import { ownerOf, SHARED } from '../../decks/documents/owner';
import { treatments } from '../../decks/input/input';
import { requires } from '../caller';
import type { ReviewContext, ReviewEnv, ReviewServices } from '../context';
import { HttpError, invalidFields } from '../http-error';
import { maxBody } from '../max-body';
import { accessOf } from './access';
import { checkedDocument, deckPath, idempotencyKey, newDeck, reviewPolicy, started } from './components';
import { answer, json, ok } from './documented';
import { checkedOrder, type Order, policyFor } from './order';
import { route } from './route';
import { readUpload } from './uploads';

/** A document and a template. */
const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

const file = (description: string) => z.instanceof(File).openapi({ type: 'string', format: 'binary', description });
const document = file('A .docx, .md or .txt file.');
const upload = z.object({
  document: document.optional(),
  template: file('A .potx or .pptx file. Adding it needs the scope templates:write.').optional(),
  treatment: z.enum(treatments).optional().openapi({ description: 'Of a .docx file (default: keep).' }),
  input: z.string().optional().openapi({ description: 'The other fields, as JSON: a NewDeck.' }),
});

const start = route('post', '/decks', 'Start a deck', {
  description: 'The same Idempotency-Key again returns the same deck; with another body, 409.',
  middleware: [requires('decks:start'), maxBody(MAX_UPLOAD_BYTES)] as const,
  request: {
    headers: idempotencyKey,
    body: { content: { ...json(newDeck), 'multipart/form-data': { schema: upload } } },
  },
  responses: {
    200: ok('The deck that this request has already started.', started),
    201: ok('The deck has started.', started),
  },
});

const order = route('get', '/decks/{uid}/{request}/order', 'Read what a deck was started from', {
  description: 'Sent to `POST /decks`, it starts another deck like this one. Change the source to get another content.',
  middleware: [requires('decks:read'), requires('decks:start')] as const,
  request: { params: deckPath },
  responses: { 200: ok('The input of the deck, without its key.', newDeck) },
});

const policy = route('get', '/review-policy', 'How your new decks are reviewed', {
  description:
    'The policy of the installation. A deck may be stricter, and where the policy is not binding also weaker.',
  middleware: requires('decks:start'),
  responses: { 200: ok('The policy of each gate.', reviewPolicy) },
});

const check = route('post', '/documents/check', 'Check a document without starting a deck', {
  middleware: [requires('decks:start'), maxBody(MAX_UPLOAD_BYTES)] as const,
  request: { body: { required: true, content: { 'multipart/form-data': { schema: z.object({ document }) } } } },
  responses: { 200: ok('What the document contains, or why it cannot be used.', checkedDocument) },
});

export function startRoutes(api: OpenAPIHono<ReviewEnv>, services: ReviewServices): void {
  const { decks, settings } = services;

  api.openapi(start, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    // The types of the library mix the two kinds of body.
    const isForm = c.req.header('content-type')?.startsWith('multipart/form-data') ?? false;
    const order = isForm
      ? await formInput(c, c.req.valid('form') as z.output<typeof upload>, key, services)
      : await checkedOrder(c.req.valid('json') as Order, key, settings, c.get('caller')!);
    const { verified, name } = c.get('caller')!;
    // A caller who is known cannot start a deck in the name of another.
    const input = verified && name !== undefined ? { ...order, startedBy: name } : order;
    const { workflowId, existing, differs } = await decks.start(input);
    c.set('deck', workflowId);
    const id = shortId(workflowId);
    if (differs) throw new HttpError('conflict', `This key has already started the deck ${id} from another input.`);
    c.header('location', `/v1/decks/${id.split('/').map(encodeURIComponent).join('/')}`);
    return answer(c, { id, existing }, existing ? 200 : 201);
  });

  api.openapi(order, async (c) => {
    const { request: _, startedBy: _by, ...input } = await decks.order(accessOf(c).workflowId);
    // The types of the library do not know IDs with more digits than a number holds.
    return answer(c, { formats: [...settings.workflow.exportFormats], ...input }, 200) as never;
  });

  api.openapi(policy, (c) => answer(c, policyFor(settings, c.get('caller')!), 200));

  api.openapi(check, async (c) => {
    const { checked } = await readUpload(c.req.valid('form').document, { owner: SHARED }, services, c.req.raw.signal);
    return answer(c, checked, 200);
  });
}

/** The input of a deck from files. Everything is checked before anything is stored. */
async function formInput(
  c: ReviewContext,
  { document, template, treatment, input }: z.output<typeof upload>,
  key: string | undefined,
  services: ReviewServices,
) {
  const { settings, brandTemplates } = services;
  let order = orderIn(input);
  let store = () => Promise.resolve();
  if (document !== undefined) {
    const { uid = settings.service.uid, channel = settings.service.channel } = order;
    const owner = ownerOf({ uid, channel });
    const read = await readUpload(document, { title: order.title, owner }, services, c.req.raw.signal);
    const { faults } = read.checked;
    if (faults[0] !== undefined) {
      throw new HttpError('invalid', `${document.name}: ${faults[0].message}.`, { faults });
    }
    const { document: word } = read.fields;
    order = { ...order, ...read.fields, ...(word && treatment ? { document: { ...word, treatment } } : {}) };
    store = read.store;
  }
  const checked = await checkedOrder(order, key, settings, c.get('caller')!);
  if (template === undefined) {
    await store();
    return checked;
  }
  if (!c.get('caller')!.scopes.has('templates:write')) {
    throw new HttpError('not-allowed', 'To add a template, a caller needs the scope templates:write.');
  }
  const { id } = await brandTemplates.add(template, undefined);
  const designed = await checkedOrder(
    { ...order, request: checked.request, template: { id, type: TEMPLATE_TYPE.enterprise } },
    key,
    settings,
    c.get('caller')!,
  );
  await store();
  return designed;
}

function orderIn(text = '{}'): Order {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpError('invalid', 'The field input must be JSON.');
  }
  const { data, error } = newDeck.safeParse(value);
  if (error === undefined) return data;
  throw invalidFields(error.issues);
}
