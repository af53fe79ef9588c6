import { connect, type Socket } from 'node:net';
import { endpointNames, endpointOf } from '../../../src/contract';
import { madeBefore } from '../../setup/made-before';
import { serviceForTests } from '../running-service';
import { type Reply, reply, Session, signed } from '../session';
import { deepValue, manyFields, manyKeys } from './one-user';

const KB = 1024;
const posts = endpointNames.map(endpointOf).filter(({ method }) => method === 'POST');

describe('bodies within the limit of size that are made to cost', () => {
  const service = serviceForTests({
    server: { limits: { bodiesPerUser: '1 MB', bodiesPerAccount: '1500 KB', bodies: '1500 KB' } },
  });
  const session = madeBefore(() => Session.open(service.url, 'greedy'));

  const post = async (path: string, contentType: string, body: string): Promise<Reply> => {
    const isSigned = posts.find((endpoint) => endpoint.path === path)!.auth === 'signature';
    const headers = isSigned ? signed('POST', `${path}/`) : session.headers;
    return reply(
      await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': contentType },
        body,
      }),
    );
  };

  describe.each(posts.map(({ path }) => path))('%s', (path) => {
    it.each([
      ['nested a hundred thousand deep', 'application/json', deepValue(100_000), /nested deeper than 32 levels/],
      ['nested deep in a short body', 'application/json', deepValue(40), /nested deeper than 32 levels/],
      ['of 50,000 keys', 'application/json', manyKeys(50_000), /more than 1000 fields/],
      ['of 200,000 form fields', 'application/x-www-form-urlencoded', manyFields(200_000), /more than 1000 fields/],
    ])('%s: refused with a sentence', async (_, contentType, body, sentence) => {
      expect(await post(path, contentType, body)).toMatchObject({
        status: 200,
        code: 40000,
        msg: expect.stringMatching(sentence),
      });
    });
  });

  it('a query of a thousand names is refused as well', async () => {
    const answer = await reply(
      await fetch(`${service.url}/api/design/list?${'a&'.repeat(1_001)}`, { headers: session.headers }),
    );
    expect(answer).toMatchObject({ code: 40000, msg: expect.stringMatching(/more than 1000 fields/) });
  });

  describe('an edited tree', () => {
    let task: number;
    beforeAll(async () => {
      task = await session.writtenTask('Harbours');
    });
    const save = (content: string) => session.form('/api/ai/chat/v2/outline/save', { task_id: task, content });

    it.each([
      [
        'nested too deep',
        `{"type":"title","value":"x","children":${'['.repeat(60)}${']'.repeat(60)}}`,
        /deeper than 12/,
      ],
      [
        'nested a hundred thousand deep',
        `{"type":"title","value":"x","children":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        /deeper than 12/,
      ],
    ])('%s is refused', async (_, content, sentence) => {
      expect(await save(content)).toMatchObject({ code: 40000, msg: expect.stringMatching(sentence) });
    });
  });

  describe('that do not end', () => {
    /** A request that stops after the given number of bytes. */
    const stall = (bytes: number, headers: Record<string, string>): Promise<Socket> =>
      new Promise((resolve, reject) => {
        const socket = connect(service.port, '127.0.0.1', () => {
          const head = Object.entries({ ...headers, host: '127.0.0.1', 'content-length': String(8_000 * KB) });
          socket.write(
            `POST /api/ai/chat/v2/task HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
          );
          socket.write(Buffer.alloc(bytes), () => resolve(socket));
        });
        socket.on('error', reject);
      });
    const answerOf = (socket: Socket): Promise<string> =>
      new Promise((resolve) => {
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('close', () => resolve(text));
      });

    it('fill no memory: open requests of one user share a limit, and those of an account a larger one', async () => {
      const other = await Session.open(service.url, 'other');
      const own = [await stall(600 * KB, session.headers), await stall(600 * KB, session.headers)];
      // Whichever of the two is read to its end second.
      expect(await Promise.race(own.map(answerOf))).toMatch(/HTTP\/1.1 429[\s\S]*too many bytes of this user/);
      const third = await stall(950 * KB, other.headers);
      expect(await answerOf(third)).toMatch(/HTTP\/1.1 429[\s\S]*of this account/);
      // What was given up is not counted any more.
      expect(await other.createTask('Harbours')).toMatchObject({ code: 0 });
      for (const socket of own) socket.destroy();
    });
  });
});
