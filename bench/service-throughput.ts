import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { DEMO_ACCOUNT } from '../src/config';
import { headers, sign } from '../src/contract';
import { startLocalStack } from './local-stack';
import { measurePairs, type Paired } from './pairs';

const CONNECTIONS = 32;
const SECONDS = 2;
/** Until the compiler has seen all of the path; measured earlier, the service is at half its speed. */
const WARM_SECONDS = 12;

/** Requests per second of the service, with token check and store, over a bare HTTP server with the same body. */
export async function serviceThroughput(): Promise<Paired> {
  const service = await sideProcess('service');
  const token = await tokenOf(service.url);
  const path = '/api/design/list?page=1&page_size=20';
  const sent = { [headers.apiKey]: DEMO_ACCOUNT.apiKey, [headers.token]: token, [headers.channel]: '' };
  const body = await (await fetch(service.url + path, { headers: sent })).text();
  if (!body.startsWith('{"code":0')) throw new Error(`the service returned no success: ${body}`);
  const bare = await sideProcess('bare', body);
  try {
    await rate(service.url, path, sent, WARM_SECONDS);
    return await measurePairs(
      { name: 'embedded service / bare HTTP server, same body', target: '≥ 0.40', unit: 'requests/s' },
      { ours: () => rate(service.url, path, sent), other: () => rate(bare.url, path, sent) },
    );
  } finally {
    service.child.send('end');
    bare.child.send('end');
  }
}

async function tokenOf(url: string): Promise<string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = sign(DEMO_ACCOUNT.secretKey, { method: 'GET', path: '/api/grant/token', timestamp });
  const answer = await fetch(`${url}/api/grant/token?uid=bench&channel=`, {
    headers: {
      [headers.apiKey]: DEMO_ACCOUNT.apiKey,
      [headers.timestamp]: String(timestamp),
      [headers.signature]: signed,
    },
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Closed loop: every connection asks again as soon as it has its answer. */
async function rate(url: string, path: string, sent: Record<string, string>, seconds = SECONDS): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const end = Date.now() + seconds * 1000;
  let answers = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (Date.now() < end) {
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers: sent });
        await body.dump();
        if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
        answers += 1;
      }
    }),
  );
  await pool.close();
  return answers / seconds;
}

/** Each side is a process of its own, so that neither shares its event loop with the load. */
async function sideProcess(side: 'service' | 'bare', body = ''): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(__filename, [side, body]);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`${side} exited with code ${code}`)));
  });
  return { url, child };
}

async function serveBare(body: string): Promise<void> {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  process.once('message', () => process.exit(0));
}

async function serveService(): Promise<void> {
  const stack = await startLocalStack({}, {}, { worker: false });
  process.send!(stack.service.url);
  process.once('message', async () => {
    await stack.close();
    process.exit(0);
  });
}

// Only as a process of its own: the runner of the benchmarks has their names as arguments, and one is "service", too.
if (require.main === module) void (process.argv[2] === 'service' ? serveService() : serveBare(process.argv[3] ?? ''));
