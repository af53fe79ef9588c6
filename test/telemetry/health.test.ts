import { type Settings, settingsSchema } from '../../src/config/settings';
import { freePorts } from '../../src/temporal';
import { type Health, startHealth } from '../../src/temporal/telemetry/health';

let address: string;
let health: Health;

const at = (given: string): Settings => settingsSchema.parse({ telemetry: { health: { address: given } } });
const get = async (path: string, method = 'GET') => {
  const response = await fetch(`http://${address}${path}`, { method });
  return { status: response.status, body: (await response.json()) as unknown };
};

beforeEach(async () => {
  const [port] = await freePorts('127.0.0.1', 1);
  address = `127.0.0.1:${port}`;
  health = await startHealth(at(address));
});
afterEach(() => health.close());

test('a process lives from the beginning, and is ready when its parts are there and all is well with them', async () => {
  expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await get('/readyz')).toEqual({
    status: 503,
    body: { status: 'not ready', reasons: { process: 'starting' } },
  });
  health.watch('temporal', async () => undefined);
  expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
});

test('each failing part is named with its reason, including one that throws or never answers', async () => {
  health.watch('temporal', async () => undefined);
  health.watch('worker', async () => 'this process does not poll the task queue q');
  health.watch('service', () => Promise.reject(new Error('connect postgres://user:password@host')));
  health.watch('other', () => new Promise(() => undefined));
  expect(await get('/readyz')).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      reasons: {
        worker: 'this process does not poll the task queue q',
        service: 'the check failed',
        other: 'no response within 3 s',
      },
    },
  });
});

test('one that drains is not ready, whatever its parts say, and lives', async () => {
  health.watch('temporal', async () => undefined);
  health.drain();
  expect((await get('/readyz')).status).toBe(503);
  expect((await get('/healthz')).status).toBe(200);
});

test('nothing else is served', async () => {
  expect((await get('/metrics')).status).toBe(404);
  expect((await get('/healthz', 'POST')).status).toBe(405);
});

test('an address in use is reported with the setting that names it', async () => {
  await expect(startHealth(at(address))).rejects.toThrow(
    /^Cannot serve health checks at .* telemetry\.health\.address\.$/,
  );
});
