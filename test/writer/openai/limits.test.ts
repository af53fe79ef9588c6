import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChat } from '../../../src/service/writer/openai/chat';
import { collect } from '../decks';

describe('a language model that does not end', () => {
  let answer: (response: ServerResponse) => void;
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    answer(response);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const ask = (settings = {}) => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const chat = createChat({ baseUrl, model: 'm', key: 'k', retries: 0, ...settings });
    return collect(chat([{ role: 'user', content: 'Hello' }], new AbortController().signal));
  };
  /** Writes while the connection is open. */
  const repeated = (text: string, everyMs: number) => (response: ServerResponse) => {
    const timer = setInterval(() => {
      sent += text.length;
      response.write(text);
    }, everyMs);
    response.on('close', () => clearInterval(timer));
  };

  it('is cut after a total time, also if its events keep coming', async () => {
    answer = repeated('data: {"choices":[]}\n\n', 10);
    await expect(ask({ timeoutMs: 60_000, totalMs: 300 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('is cut in a line of 1 MB', async () => {
    sent = 0;
    answer = repeated('x'.repeat(128 * 1024), 5);
    await expect(ask()).rejects.toMatchObject({ kind: 'unavailable' });
    // What was sent, and what buffers hold on the way.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it('reports its tokens', async () => {
    answer = (response) => {
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n');
      response.end('data: {"choices":[],"usage":{"total_tokens":42}}\n\ndata: [DONE]\n\n');
    };
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const used: number[] = [];
    const chat = createChat({ baseUrl, model: 'm', key: 'k' });
    const words = chat([{ role: 'user', content: 'Hello' }], new AbortController().signal, {
      used: (tokens) => used.push(tokens),
    });
    expect([await collect(words), used]).toEqual([['Hi'], [42]]);
  });
});
