import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDuration } from '../../src/config/duration';
import {
  deployFile,
  faultsOfCommand,
  isKnownToService,
  missing,
  needs,
  portsOf,
  settingsWithSecrets,
  type Tree,
  yamlOf,
} from './deployed';

const compose = yamlOf('compose.yaml');
const services = Object.entries<Tree>(compose.services);
const decks = services.filter(([, { image }]) => image.startsWith('durable-presentations:'));
const others = services.filter(([, { image }]) => !image.startsWith('durable-presentations:'));

const folder = mkdtempSync(join(tmpdir(), 'deck-secrets-'));
copyFileSync(deployFile('make-secrets.sh'), join(folder, 'make-secrets.sh'));
const makeSecrets = () => execFileSync('sh', [join(folder, 'make-secrets.sh')], { encoding: 'utf8' });
const madeFirst = makeSecrets();
const secrets = Object.fromEntries(
  readdirSync(join(folder, 'secrets')).map((name) => [name, readFileSync(join(folder, 'secrets', name), 'utf8')]),
);
const settingsOf = (held: string[]) =>
  settingsWithSecrets(
    'temporal.compose.yaml',
    '/run/secrets',
    Object.fromEntries(held.map((name) => [name, secrets[name]!])),
  );
const settings = settingsOf(Object.keys(secrets));
const ports = portsOf(settings);

describe('make-secrets.sh', () => {
  it('makes every secret that compose.yaml names, readable in containers and behind a closed folder', () => {
    expect(Object.keys(secrets).sort()).toEqual(Object.keys(compose.secrets).sort());
    for (const [name, { file }] of Object.entries<Tree>(compose.secrets)) expect(file).toBe(`./secrets/${name}`);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'secrets', 'secret_key')).mode & 0o777).toBe(0o444);
  });

  it('shows none of them, and leaves those that are there alone', () => {
    expect(Object.values(secrets).filter((text) => madeFirst.includes(text.trim()))).toEqual([]);
    expect(makeSecrets()).toBe('');
    expect(readFileSync(join(folder, 'secrets', 'secret_key'), 'utf8')).toBe(secrets.secret_key);
  });
});

describe('compose.yaml', () => {
  it('publishes on this machine alone', () => {
    const published = services.flatMap(([, { ports: list = [] }]) => list as string[]);
    expect(published.length).toBeGreaterThan(0);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('names one version of every image', () => {
    expect(others.map(([, { image }]) => image).filter((image) => !/:v?\d+\.\d+(\.\d+)?$/.test(image))).toEqual([]);
  });

  it('builds and names our image by the version of the package', () => {
    const { version } = JSON.parse(readFileSync(deployFile('../package.json'), 'utf8'));
    for (const [, { image, build }] of decks) {
      expect(image).toBe(`durable-presentations:${version}`);
      expect(existsSync(deployFile(`${build.context}/${build.dockerfile}`))).toBe(true);
    }
  });

  it.each(decks)('%s runs a command that deck has', (_, { command }) => {
    expect(faultsOfCommand(command)).toEqual([]);
  });

  it.each(decks)('%s is given the secrets that it needs, and no others', (_, service) => {
    const run = needs[service.command[0]]!;
    expect(() => run(settingsOf(service.secrets), service.environment)).not.toThrow();
    for (const one of service.secrets) {
      const without = settingsOf(service.secrets.filter((name: string) => name !== one));
      expect(() => run(without, service.environment)).toThrow(one);
    }
  });

  it('the workers come with a key pair that the service knows', () => {
    expect(isKnownToService(settings, compose.services.worker.environment)).toBe(true);
  });

  it('every file that is mounted is there', () => {
    const mounted = services
      .flatMap(([, { volumes = [] }]) => volumes as string[])
      .map((volume) => volume.split(':')[0]!)
      .filter((source) => source.startsWith('.'));
    expect(missing(mounted)).toEqual([]);
  });

  it('every volume and secret is declared', () => {
    const used = services.flatMap(([, { volumes = [] }]) => volumes as string[]).map((volume) => volume.split(':')[0]!);
    const named = used.filter((source) => !source.startsWith('.'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const [, { secrets: held = [] }] of services) {
      for (const name of held) expect(Object.keys(compose.secrets)).toContain(name);
    }
  });

  it.each(decks.filter(([, { ports: published }]) => published))(
    '%s publishes the port of its settings',
    (name, { ports: published }) => {
      const port = ports[name as keyof typeof ports];
      expect(published).toEqual([`127.0.0.1:${port}:${port}`]);
    },
  );

  it('the addresses of the settings are services of this network', () => {
    const { hostname, port } = new URL(settings.service.baseUrl!);
    expect(Object.keys(compose.services)).toContain(hostname);
    expect(Number(port)).toBe(settings.server.port);
    const [host, temporalPort] = settings.temporal.address.split(':');
    expect(compose.services[host!].ports[0]).toContain(`:${temporalPort}`);
    expect(secrets.service_database_url).toMatch(/^postgres:\/\/deck:\w+@postgresql:5432\/deck\s$/);
    expect(settings.reviewServer.publicUrl).toBe(`http://127.0.0.1:${ports['review-server']}`);
  });

  it('the folders of the settings are volumes of the processes that use them', () => {
    const at = (name: string) => compose.services[name].volumes.map((volume: string) => volume.split(':')[1]);
    expect(at('service')).toContain(settings.data.directory);
    expect(at('worker')).toEqual(expect.arrayContaining([settings.data.directory, settings.output.directory]));
    expect(compose.services['review-server'].volumes).toContain(`data:${settings.data.directory}`);
    expect(compose.services.worker.volumes).toContain(`data:${settings.data.directory}`);
  });

  it('waits longer for a process to end than the process itself', () => {
    for (const [, { stop_grace_period: grace }] of decks) {
      expect(parseDuration(grace)).toBeGreaterThan(settings.worker.shutdownGraceTime + settings.worker.shutdownReserve);
    }
  });

  it('waits for services that say when they are healthy', () => {
    const awaited = services.flatMap(([, { depends_on: list = {} }]) => Object.entries<Tree>(list));
    const silent = awaited
      .filter(([, { condition }]) => condition === 'service_healthy')
      .filter(([name]) => !compose.services[name].healthcheck && !decks.some(([deck]) => deck === name));
    expect(silent).toEqual([]);
  });
});
