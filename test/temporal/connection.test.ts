import { createServer, type Socket } from 'node:net';
import { type Settings, settingsSchema } from '../../src/config';
import { PresentationUid } from '../../src/core/search-attributes';
import { startPresentation } from '../../src/decks/api';
import {
  connectTemporal,
  type DevServer,
  ensureNamespace,
  ensureSearchAttributes,
  findTemporalExecutable,
  freePorts,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../../src/temporal';

let server: DevServer;
beforeAll(async () => {
  const { path: executable } = await findTemporalExecutable();
  server = await startDevServer({ executable, headless: true, namespaces: ['default'], searchAttributes: [] });
});
afterAll(() => server.stop());

const settings = (temporal: object): Settings => settingsSchema.parse({ temporal });
const at = (address: string, more: object = {}) => settings({ mode: 'existing', address, ...more });

async function connected<Result>(use: (temporal: TemporalConnection) => Promise<Result>): Promise<Result> {
  const temporal = await connectTemporal(at(server.address, { serviceNamespace: 'jobs' }), { env: {} });
  try {
    return await use(temporal);
  } finally {
    await temporal.close();
  }
}

test('a connection has a client for each of the two namespaces, and a native one for workers', async () => {
  await connected(async (temporal) => {
    expect(temporal.address).toBe(server.address);
    expect(temporal.client.options.namespace).toBe('default');
    expect(temporal.serviceClient.options.namespace).toBe('jobs');
    expect(await temporal.native()).toBe(await temporal.native());
  });
});

test('a deck starts where no worker has registered the search attributes yet, and is found by its id', async () => {
  await connected(async ({ client }) => {
    const order = { uid: 'me', request: 'r1', title: 'Reefs' };
    const { existing, handle } = await startPresentation(client, order, { taskQueue: 'nobody' });
    expect(existing).toBe(false);
    const { status, typedSearchAttributes, memo } = await handle.describe();
    expect(status.name).toBe('RUNNING');
    expect(typedSearchAttributes.getAll()).toEqual([]);
    expect(memo).toMatchObject({ title: 'Reefs' });
    expect(await startPresentation(client, order, { taskQueue: 'nobody' })).toMatchObject({ existing: true });
  });
});

test('what a cluster lacks is added: the namespace, its search attributes, and both are usable at once', async () => {
  await connected(async ({ connection, serviceClient }) => {
    expect(await ensureNamespace(connection, 'jobs', { retentionMs: 3 * 86_400_000 })).toBe('created');
    expect(await ensureNamespace(connection, 'jobs')).toBe('existed');
    const names = presentationSearchAttributes.map(({ name }) => name);
    expect(await ensureSearchAttributes(connection, 'jobs')).toEqual(names);
    expect(await ensureSearchAttributes(connection, 'jobs')).toEqual([]);
    await serviceClient.workflow.start('deck', {
      workflowId: 'one',
      taskQueue: 'nobody',
      typedSearchAttributes: [{ key: PresentationUid, value: 'u1' }],
    });
    const { config } = await connection.workflowService.describeNamespace({ namespace: 'jobs' });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(3 * 86_400);
  });
});

test('a search attribute of another type is an error', async () => {
  await connected(async ({ connection }) => {
    await ensureSearchAttributes(connection, 'default', [{ name: 'PresentationStage', type: 'INT' }]);
    await expect(ensureSearchAttributes(connection, 'default')).rejects.toThrow(
      'The search attribute PresentationStage of namespace default has the type Int instead of Keyword. Remove it from the namespace, or use another namespace.',
    );
  });
});

describe('no server', () => {
  test('on this machine is reported at once', async () => {
    const [port] = await freePorts('127.0.0.1', 1);
    const began = Date.now();
    await expect(connectTemporal(at(`127.0.0.1:${port}`), { env: {}, timeoutMs: 600_000 })).rejects.toThrow(
      `No Temporal server responds at 127.0.0.1:${port}. Start one with \`deck dev\`, or set temporal.address.`,
    );
    expect(Date.now() - began).toBeLessThan(300_000);
  });

  test('but something that accepts and stays silent: told when the deadline is over', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    await expect(connectTemporal(at(`127.0.0.1:${port}`), { env: {}, timeoutMs: 500 })).rejects.toThrow(
      `No Temporal server responds at 127.0.0.1:${port}.`,
    );
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  test('that speaks TLS where TLS is configured', async () => {
    await expect(
      connectTemporal(at(server.address, { tls: { mode: 'always', serverName: 'cluster.test' } }), {
        env: {},
        timeoutMs: 500,
      }),
    ).rejects.toThrow(`No Temporal server responds at ${server.address}.`);
  });
});

test('a history of several large messages is read, as deck replay does', async () => {
  await connected(async ({ client }) => {
    const order = { uid: 'me', request: 'large', title: 'Reefs' };
    const { handle } = await startPresentation(client, order, { taskQueue: 'nobody' });
    const large = 'x'.repeat(1_500_000);
    for (let number = 0; number < 4; number += 1)
      await client.workflow.getHandle(handle.workflowId).signal('no', large);
    const { events } = await client.workflow.getHandle(handle.workflowId).fetchHistory();
    const sizes = events!.map(
      (event) => event.workflowExecutionSignaledEventAttributes?.input?.payloads?.[0]?.data?.length,
    );
    expect(sizes.filter((size) => size === large.length + 2)).toHaveLength(4);
  });
});

test('a named secret that does not exist is reported before anything is sent', async () => {
  await expect(connectTemporal(at(server.address, { apiKey: { env: 'CLOUD_KEY' } }), { env: {} })).rejects.toThrow(
    'temporal.apiKey uses the environment variable CLOUD_KEY, which is not set.',
  );
});
