import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findLocalModel } from '../../src/base/io/local-models';

const servers: Server[] = [];

/** A server on loopback with one answer. */
async function answering(body: string, status = 200): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

const find = (...urls: string[]) => findLocalModel({ DECK_LOCAL_MODELS: urls.join(', ') });
const list = (...ids: string[]) => JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) });

it('is the first text model of the first server that lists one', async () => {
  const first = await answering(list('nomic-embed-text', 'llama3.3:8b', 'qwen3'));
  const second = await answering(list('mistral'));
  expect(await find(first, second)).toEqual({ baseUrl: first, model: 'llama3.3:8b' });
  expect(await find(await answering(list('bge-reranker')), `${second}/`)).toEqual({
    baseUrl: `${second}/`,
    model: 'mistral',
  });
});

it('is not something else that listens there', async () => {
  for (const body of ['<html></html>', '[]', 'null', '{"data":{}}', '{"data":[null,{"id":7}]}', '{"data":[]}']) {
    expect(await find(await answering(body))).toBeUndefined();
  }
  expect(await find(await answering(list('llama3'), 500))).toBeUndefined();
});

it('is not looked for in an empty list or where nothing listens', async () => {
  const gone = await answering(list('llama3'));
  await new Promise((resolve) => servers.splice(0)[0]!.close(resolve));
  expect(await find(gone)).toBeUndefined();
  expect(await find('')).toBeUndefined();
});
