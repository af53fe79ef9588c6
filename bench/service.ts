import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { DEMO_ACCOUNT } from '../src/config';
import { headers, sign } from '../src/contract';
import { measurePairs, type Paired } from './pairs';
import { startLocalStack } from './stack';

const CONNECTIONS = 32;
const SECONDS = 2;
/** Until the compiler has seen all of the path; measured earlier, the service is at half its speed. */
const WARM_SECONDS = 12;

/** Requests per second of the service, with token check and store, over a bare HTTP server with the same body. */
export async function serviceThroughput(): Promise<Paired> {
  const service = await apart(__filename, 'service');
  const sent = await sentByUser(service.answer);
  const path = '/api/design/list?page=1&page_size=20';
  const body = await (await fetch(service.answer + path, { headers: sent })).text();
  if (!body.startsWith('{"code":0')) throw new Error(`the service returned no success: ${body}`);
  const bare = await apart(__filename, 'bare', body);
  try {
    const rateOf = ({ answer: url }: Apart, seconds = SECONDS) => rate(url, path, sent, seconds);
    await rateOf(service, WARM_SECONDS);
    return await measurePairs(
      { name: 'embedded service / bare HTTP server, same body', target: '≥ 0.30', unit: 'requests/s' },
      { ours: () => rateOf(service), other: () => rateOf(bare) },
    );
  } finally {
    service.child.send('end');
    bare.child.send('end');
  }
}

/** What a user of the demo account sends with every request. */
async function sentByUser(url: string): Promise<Record<string, string>> {
  const { apiKey, secretKey } = DEMO_ACCOUNT;
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = sign(secretKey, { method: 'GET', path: '/api/grant/token', timestamp });
  const signed = { [headers.timestamp]: String(timestamp), [headers.signature]: signature };
  const answer = await fetch(`${url}/api/grant/token?uid=bench&channel=`, {
    headers: { [headers.apiKey]: apiKey, ...signed },
  });
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  return { [headers.apiKey]: apiKey, [headers.token]: token, [headers.channel]: '' };
}

/** Closed loop: every connection asks again as soon as it has its answer. */
async function rate(url: string, path: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const end = Date.now() + seconds * 1000;
  let answers = 0;
  const ask = async () => {
    while (Date.now() < end) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  await pool.close();
  return answers / seconds;
}

interface Apart {
  /** What it has sent when it was ready. */
  answer: string;
  child: ChildProcess;
}

/** A process of its own, so that the sides of a pair do not share an event loop. */
async function apart(file: string, ...role: string[]): Promise<Apart> {
  const child = fork(file, role);
  const answer = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`${role[0]} exited with code ${code}`)));
  });
  return { answer, child };
}

async function serve(role: string | undefined, body = ''): Promise<void> {
  if (role === 'service') {
    const stack = await startLocalStack({}, {}, { worker: false });
    process.send!(stack.service.url);
    process.once('message', () => void stack.close().then(() => process.exit(0)));
    return;
  }
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  process.once('message', () => process.exit(0));
}

if (require.main === module) void serve(process.argv[2], process.argv[3]);
