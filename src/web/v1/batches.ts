import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { withoutFolders } from '../../base/text/without-folders';
import { shortId } from '../../core/deck-id';
import { given } from '../../core/given';
import type { BatchRecord } from '../../decks/batches';
import { DeckError } from '../../decks/errors';
import { batchInput } from '../../decks/input/batch';
import { itemsOfJsonl } from '../../decks/input/batch-lines';
import { checkedDeck } from '../../decks/input/plan';
import { requires } from '../caller';
import type { ReviewEnv, ReviewServices } from '../context';
import { HttpError, toHttpError } from '../http-error';
import { maxBody } from '../max-body';
import { requireNoLink } from './access';
import { batchList, batchView, idempotencyKey, newDeck, started } from './components';
import { answer, json, ok } from './documented';
import { keyOf } from './order';
import { route } from './route';
import type { BatchView } from './schemas';

const MAX_BATCH_BYTES = 32 * 1024 * 1024;
const { batch: name, window, onError } = batchInput.shape;
// A copy: a schema that exists before this module loads @hono/zod-openapi has no method openapi.
const path = z.object({ batch: name.clone().openapi({ example: 'letters', param: { name: 'batch', in: 'path' } }) });

const start = route('post', '/batches', 'Start a batch of decks', {
  description:
    'A JSON array of decks, or JSON lines with one deck each. Nothing starts unless all are valid. The Idempotency-Key names ' +
    'the batch; the same key again returns the same batch. A deck without `request` has `<batch>-<line>`.',
  middleware: [requires('decks:start'), maxBody(MAX_BATCH_BYTES)] as const,
  request: {
    headers: idempotencyKey,
    query: z.object({
      window: z.coerce
        .number()
        .pipe(window.unwrap())
        .optional()
        .openapi({ description: 'Decks at a time (default: 10).' }),
      onError: onError
        .unwrap()
        .optional()
        .openapi({ description: '`stop`: start no more decks after the first failure.' }),
    }),
    body: { content: { ...json(z.array(newDeck).min(1)), 'application/x-ndjson': { schema: z.string() } } },
  },
  responses: {
    200: ok('The batch that this key has already started.', started),
    201: ok('The batch has started.', started),
  },
});

const list = route('get', '/batches', 'List batches', {
  description: 'The 100 newest. The list may be a moment behind.',
  middleware: requires('decks:read'),
  responses: { 200: ok('The batches.', batchList) },
});

const read = route('get', '/batches/{batch}', 'Read the progress of a batch', {
  middleware: requires('decks:read'),
  request: { params: path },
  responses: { 200: ok('The batch.', batchView) },
});

const cancel = route('post', '/batches/{batch}/cancel', 'Cancel a batch', {
  description: 'No more decks start.',
  middleware: requires('decks:operate'),
  request: {
    params: path,
    query: z.object({
      running: z.enum(['true', 'false']).optional().openapi({ description: '`true`: also cancel its running decks.' }),
    }),
  },
  responses: { 202: { description: 'The batch ends.' } },
});

export function batchRoutes(api: OpenAPIHono<ReviewEnv>, { batches, documents, settings }: ReviewServices): void {
  api.openapi(start, async (c) => {
    const { verified, name: caller, scopes } = c.get('caller')!;
    const isArray = c.req.header('content-type')?.startsWith('application/json') ?? false;
    // The types of the library mix the two kinds of body.
    const decks = isArray ? (c.req.valid('json') as unknown as object[]) : [];
    const text = isArray ? decks.map((deck) => JSON.stringify(deck)).join('\n') : await c.req.text();
    const batch = keyOf(c.req.valid('header')['idempotency-key'], name.maxLength!);
    const { uid, channel } = settings.service;
    const startedBy = verified ? caller : undefined;
    const { items, faults } = await itemsOfJsonl(text, {
      batch,
      uid,
      defaults: channel === '' ? {} : { channel },
      check: (input) =>
        checkedDeck({ ...(input as object), ...given({ startedBy }) }, settings, {
          mayDecide: scopes.has('decks:decide'),
        }),
    });
    if (faults[0] !== undefined) {
      const places = faults.map(({ line, message }) => ({ path: isArray ? `${line - 1}` : `line ${line}`, message }));
      throw new HttpError('invalid', `${places[0]!.path}: ${places[0]!.message}. Nothing was started.`, {
        faults: places,
      });
    }
    c.set('audited', { object: batch });
    const jsonl = items.map(({ line, input }) => JSON.stringify({ line, ...input })).join('\n');
    const order = { batch, uid, items: await documents.put(jsonl), ...given(c.req.valid('query')) };
    const { existing, differs } = await batches.start(order, items.length, { once: true });
    if (differs) throw new HttpError('conflict', `This key has already started the batch ${batch} with other decks.`);
    c.header('location', `/v1/batches/${encodeURIComponent(batch)}`);
    return answer(c, { id: batch, existing }, existing ? 200 : 201);
  });

  api.openapi(list, async (c) => {
    requireNoLink(c);
    return answer(c, { batches: await batches.list() }, 200);
  });

  api.openapi(read, async (c) => {
    requireNoLink(c);
    const { batch } = c.req.valid('param');
    return answer(c, viewOf(batch, await batches.record(batch).catch(named)), 200);
  });

  api.openapi(cancel, async (c) => {
    const { batch } = c.req.valid('param');
    c.set('audited', { object: batch });
    const cancelRunning = c.req.valid('query').running === 'true';
    if (cancelRunning) await batches.update(batch, 'cancelRunning', { cancelRunning }).catch(named);
    await batches.cancel(batch).catch(named);
    return c.body(null, 202);
  });
}

/** The sentence of the error is about the batch. */
function named(error: unknown): never {
  const { kind, status } = toHttpError(error);
  throw error instanceof DeckError && (status === 404 || status === 409) ? new HttpError(kind, error.message) : error;
}

function viewOf(batch: string, { status, progress, result, failure }: BatchRecord): BatchView {
  const { total, started, existing, delivered, rejected, failed, cancelled } = result ?? progress ?? {};
  const { summary = failure, waiting, running, window, decks = [], failures = [], problems = [] } = progress ?? {};
  return {
    id: batch,
    status,
    ...given({ summary, total, started, existing, delivered, rejected, failed, cancelled, waiting, running, window }),
    decks: decks.map(({ line, workflowId }) => ({ line, id: shortId(workflowId) })),
    failures: failures.map(({ workflowId, ...rest }) => ({ ...rest, id: shortId(workflowId) })),
    problems: problems.map(withoutFolders),
  };
}
