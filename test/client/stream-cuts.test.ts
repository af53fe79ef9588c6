import { DEEP } from '../deep';
import { clientWithToken, endAll, failureOf, rawServer, textOf, USER } from './misbehaving';

/** Row 3 of the fault matrix: a stream that breaks off at every one of its bytes. */

afterEach(endAll);

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n';
const event = (content: string) => `event:message\ndata:${JSON.stringify({ content })}\n\n`;
const CLOSE = 'event:close\ndata:api-close\n\n';
const LINES = [
  '# Tea 茶 and 🍵\n',
  '## Leaves\n',
  '### Green, "white" and black\n',
  '#### \\ a point: data:event:close\n',
];
const AT_ONCE = 16;

/** About 4 KB: every kind of line, quotes, escapes, characters of two to four bytes. */
const ANSWER = Buffer.from(
  HEAD + Array.from({ length: 68 }, (_, index) => event(LINES[index % LINES.length]!)).join('') + CLOSE,
);

it(`of ${ANSWER.length} bytes, reset after each of them, or ended, is a typed failure and never a text`, async () => {
  expect(ANSWER.length).toBeGreaterThan(4_096);
  const cuts = Array.from({ length: ANSWER.length }, (_, bytes) => bytes).flatMap((bytes) =>
    (bytes % 8 === 0 || DEEP > 0 ? [false, true] : [true]).map((reset) => ({ bytes, reset })),
  );
  const server = await rawServer((socket, head) => {
    const { bytes, reset } = cuts[Number(/task_id=(\d+)/.exec(head)?.[1]) - 1]!;
    socket.write(ANSWER.subarray(0, bytes), () => (reset ? socket.resetAndDestroy() : socket.end()));
  });
  const client = clientWithToken(server.address);
  const seen: Record<string, number> = {};
  const cut = async (index: number) => {
    const { bytes, reset } = cuts[index]!;
    const { data } = await failureOf(textOf(client.stream('streamOutline', { task_id: index + 1 }, USER)));
    seen[data.kind] = (seen[data.kind] ?? 0) + 1;
    if (!reset)
      expect({ bytes, kind: data.kind }).toEqual({
        bytes,
        kind: bytes < HEAD.length ? 'connection-lost' : 'stream-cut',
      });
  };
  const left = [...cuts.keys()];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await cut(next);
    }),
  );
  expect(Object.keys(seen).sort()).toEqual(['connection-lost', 'stream-cut']);
  expect(Object.values(seen).reduce((sum, count) => sum + count, 0)).toBe(cuts.length);
});

it('is a text when it is whole', async () => {
  const server = await rawServer((socket) => socket.end(ANSWER));
  const text = await textOf(clientWithToken(server.address).stream('streamOutline', { task_id: 1 }, USER));
  expect(text).toBe(Array.from({ length: 68 }, (_, index) => LINES[index % LINES.length]).join(''));
});
