import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sequences that a hostile service appends to its texts, named by their effect on a terminal. */
export const ATTACKS = {
  clipboard: '\u001b]52;c;ZXZpbA==\u0007',
  hides: '\u001b[8m',
  clearsLine: '\u001b[2K\u001b[1A',
  c1: '\u009b2J\u009d0;owned\u009c',
  reorders: '\u202e\u2066\u061c',
  separates: '\u2028\u2029\u0085',
  tags: '\u{e0041}\u{e0042}',
  returns: '\r',
};
/** A line that looks like one of the command line's own. */
export const FORGED = '✔ revision 9 is approved by forgery';
export const ATTACK = Object.values(ATTACKS).join('');
const IN_ONE_LINE = `${ATTACK}\r\n${FORGED}\n${FORGED}`;

/** Text fields of responses. URLs and IDs are unchanged, so that the deck can continue. */
const WORDS = new Set(['title', 'name', 'value', 'size', 'msg']);

function spoiled(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return WORDS.has(key) && value !== '' && value !== 'ok' ? value + IN_ONE_LINE : value;
  if (Array.isArray(value)) return value.map((item) => spoiled(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoiled(item, name)]));
}

/** Appends attacks within lines, because generated text contains line feeds. */
function spoiledStream(text: string): string {
  return text.replace(/^data:(\{.*\})$/gm, (_all, json: string) => {
    const data = JSON.parse(json) as Record<string, unknown>;
    const { content } = data;
    return `data:${JSON.stringify(typeof content === 'string' ? { ...data, content: content.replace('\n', `${ATTACK}\n`) } : data)}`;
  });
}

/** A proxy in front of a real service that appends attacks to the texts of its responses. */
export async function startHostileService(service: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = request;
    const { host: _, connection: _connection, ...passed } = headers;
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const answer = await fetch(service + url, { method, headers: passed as Record<string, string>, ...body });
    await answerSpoiled(answer, response, service, `http://${headers.host}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function answerSpoiled(answer: Response, response: ServerResponse, service: string, own: string): Promise<void> {
  const type = answer.headers.get('content-type') ?? '';
  const kept: IncomingHttpHeaders = Object.fromEntries(
    [...answer.headers].filter(([name]) => !['content-length', 'transfer-encoding', 'connection'].includes(name)),
  );
  response.writeHead(answer.status, kept);
  if (/event-stream/.test(type)) response.end(spoiledStream(await answer.text()));
  else if (/json/.test(type)) {
    const text = (await answer.text()).replaceAll(service, own);
    response.end(JSON.stringify(spoiled(JSON.parse(text))));
  } else response.end(Buffer.from(await answer.arrayBuffer()));
}
