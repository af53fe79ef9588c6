import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { settingsSchema } from '../../src/config';
import { connectTemporal, type DevServer, findTemporalExecutable, startDevServer } from '../../src/temporal';
import { ApiKey } from '../../src/temporal/api-key';

const fixture = (name: string) => join(__dirname, 'fixtures', name);
const serverSide = { key: readFileSync(fixture('server.key')), cert: readFileSync(fixture('server.pem')) };
const trusted = { serverName: 'server.deck.test', serverCa: { file: fixture('ca.pem') } };
const client = { clientCertificate: { file: fixture('client.pem') }, clientKey: { file: fixture('client.key') } };

const at = (port: number, temporal: object) =>
  settingsSchema.parse({ temporal: { mode: 'existing', address: `127.0.0.1:${port}`, ...temporal } });

describe('a cluster behind TLS that asks for a client certificate', () => {
  let server: DevServer;
  let front: Server;
  let port: number;
  const open = new Set<TLSSocket>();

  beforeAll(async () => {
    const { path: executable } = await findTemporalExecutable();
    server = await startDevServer({ executable, headless: true, namespaces: [], searchAttributes: [] });
    const options = { ...serverSide, ca: readFileSync(fixture('ca.pem')), requestCert: true, ALPNProtocols: ['h2'] };
    front = createServer(options, (socket) => {
      const behind = connect(Number(server.address.split(':')[1]), '127.0.0.1');
      open.add(socket);
      socket.on('error', () => behind.destroy()).pipe(behind);
      behind.on('error', () => socket.destroy()).pipe(socket);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    port = (front.address() as { port: number }).port;
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => front.close(resolve));
    await server.stop();
  });

  test('is reached by clients and workers with the certificates that the settings name', async () => {
    const temporal = await connectTemporal(at(port, { tls: { ...trusted, ...client } }), { env: {} });
    const native = await temporal.native();
    expect((await native.workflowService.getSystemInfo({})).serverVersion).toBeTruthy();
    await temporal.close();
  });

  const paths = {
    ca: fixture('ca.pem'),
    certificate: fixture('client.pem'),
    key: fixture('client.key'),
    name: trusted.serverName,
  };
  const reached = async (env: NodeJS.ProcessEnv, temporal = {}) => {
    const cluster = await connectTemporal(settingsSchema.parse({ temporal }), { env });
    const native = await cluster.native();
    expect(cluster.address).toBe(`127.0.0.1:${port}`);
    expect((await native.workflowService.getSystemInfo({})).serverVersion).toBeTruthy();
    await cluster.close();
  };

  test('is reached by a profile of temporal.toml that names them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deck-profile-'));
    const file = join(folder, 'temporal.toml');
    const tls = [
      `server_name = "${paths.name}"`,
      `server_ca_cert_path = "${paths.ca}"`,
      `client_cert_path = "${paths.certificate}"`,
      `client_key_path = "${paths.key}"`,
    ];
    writeFileSync(file, ['[profile.own]', `address = "127.0.0.1:${port}"`, '[profile.own.tls]', ...tls].join('\n'));
    const settings = { address: `127.0.0.1:${port}`, mode: 'existing', profile: 'own' };
    await reached({ TEMPORAL_CONFIG_FILE: file }, settings);
    rmSync(folder, { recursive: true });
  });

  test('is reached by the variables of the Temporal command line', async () => {
    const env = {
      TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
      TEMPORAL_TLS_SERVER_NAME: paths.name,
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: paths.ca,
      TEMPORAL_TLS_CLIENT_CERT_PATH: paths.certificate,
      TEMPORAL_TLS_CLIENT_KEY_PATH: paths.key,
    };
    await reached(env, { address: `127.0.0.1:${port}`, mode: 'existing' });
  });

  test.each([
    ['without the client certificate', trusted],
    ['without the authority', { serverName: trusted.serverName, ...client }],
    ['without TLS', { mode: 'never' }],
  ])('is not reached %s', async (_what, tls) => {
    await expect(connectTemporal(at(port, { tls }), { env: {}, timeoutMs: 700 })).rejects.toThrow(
      `No Temporal server responds at 127.0.0.1:${port}.`,
    );
  });
});

describe('an API key', () => {
  let cluster: Http2SecureServer;
  let port: number;
  let presented: unknown[];
  const sessions = new Set<ServerHttp2Session>();

  /** Refuses every key, as a cluster does: nothing here holds real keys. */
  beforeAll(async () => {
    cluster = createSecureServer(serverSide);
    cluster.on('stream', (stream, headers) => {
      presented.push(headers.authorization);
      const refusal = { 'content-type': 'application/grpc', 'grpc-status': '16', 'grpc-message': 'Jwt is missing' };
      stream.respond({ ':status': 200, ...refusal }, { endStream: true });
    });
    cluster.on('session', (session) => sessions.add(session));
    await new Promise<void>((resolve) => cluster.listen(0, '127.0.0.1', resolve));
    port = (cluster.address() as { port: number }).port;
  });
  beforeEach(() => {
    presented = [];
  });
  afterAll(async () => {
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => cluster.close(resolve));
  });

  test.each<[string, object, NodeJS.ProcessEnv, string]>([
    ['named by the settings', { apiKey: { env: 'CLOUD_KEY' } }, { CLOUD_KEY: 'one' }, 'Bearer one'],
    ['of the environment', {}, { TEMPORAL_API_KEY: 'two' }, 'Bearer two'],
    [
      'of the environment before that of the settings',
      { apiKey: { env: 'CLOUD_KEY' } },
      { CLOUD_KEY: 'one', TEMPORAL_API_KEY: 'two' },
      'Bearer two',
    ],
  ])('%s is presented, and a refusal is reported without it', async (_what, temporal, env, header) => {
    const refused = connectTemporal(at(port, { ...temporal, tls: trusted }), { env, timeoutMs: 3_000 });
    await expect(refused).rejects.toThrow(
      `The Temporal server at 127.0.0.1:${port} rejected the credentials (Jwt is missing). Check temporal.apiKey, temporal.tls and the TEMPORAL_* variables.`,
    );
    expect(new Set(presented)).toEqual(new Set([header]));
  });

  test('is read again from its file, so that it can be replaced without a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deck-api-key-'));
    const file = join(folder, 'api.key');
    writeFileSync(file, 'old');
    const seen: string[] = [];
    const key = new ApiKey('old', 20, () => readFileSync(file, 'utf8') || undefined);
    key.onChange((changed) => seen.push(changed));
    writeFileSync(file, 'new');
    while (key.current() !== 'new') await new Promise((resolve) => setTimeout(resolve, 10));
    expect(seen).toEqual(['new']);
    // While it is being replaced there may be none: the last one counts.
    rmSync(file);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([key.current(), seen]).toEqual(['new', ['new']]);
    key.close();
    rmSync(folder, { recursive: true });
  });
});
