import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { packageRoot } from '../../src/base/io/package-root';
import { loadSettings } from '../../src/config';
import { deployFile, portsOf, textOf } from './deployed';

const dockerfile = textOf('Dockerfile');
/** One entry an instruction, its lines joined. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const all = (name: string) =>
  instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM')));
const ports = portsOf(loadSettings({ file: deployFile('temporal.compose.yaml'), env: {} }));
const copied = all('COPY')
  .filter((line) => !line.startsWith('--from'))
  .flatMap((line) => line.split(' ').slice(0, -1));
const tracked = execFileSync('git', ['ls-files'], { cwd: packageRoot, encoding: 'utf8' }).trim().split('\n');

test('the Dockerfile has no finding', () => {
  expect(validate(dockerfile)).toEqual([]);
});

test('what it copies from the repository is there and reaches the build', () => {
  expect(copied.filter((path) => !existsSync(join(packageRoot, path)))).toEqual([]);
  const wanted = tracked.filter((file) => copied.some((path) => file === path || file.startsWith(`${path}/`)));
  expect(wanted.filter((file) => ignored(file) && !file.startsWith('docs/gallery/'))).toEqual([]);
});

test('nothing else of the repository does, and no secret', () => {
  const others = tracked.filter((file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)));
  expect(others.filter((file) => !ignored(file))).toEqual([]);
  const secrets = [
    'deploy/secrets/secret_key',
    '.env',
    'src/.env.local',
    'src/client.key',
    'docs/ca.pem',
    '.deck/tokens',
  ];
  expect(secrets.filter((file) => !ignored(file))).toEqual([]);
  expect(ignored('node_modules/zod/index.js')).toBe(true);
});

test('the last stage runs as a numbered user, through an init, and installs nothing', () => {
  expect(lastStage).toContain('USER 1000:1000');
  expect(lastStage).toContain('ENTRYPOINT ["tini", "--", "deck"]');
  expect(lastStage.filter((line) => /^RUN .*(apt-get|npm)/.test(line))).toEqual([]);
});

test('its command is the entry of the package, which the package holds', () => {
  const { bin, files } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(all('RUN').join('\n')).toContain(`ln -s /app/${bin.deck} /usr/local/bin/deck`);
  expect(files).toContain(bin.deck);
  expect(statSync(join(packageRoot, bin.deck)).mode & 0o111).toBe(0o111);
});

test('its ports are those of the settings, and its health check uses the configured port', () => {
  expect(all('EXPOSE')[0]?.split(' ').map(Number).sort()).toEqual(Object.values(ports).sort());
  expect(all('HEALTHCHECK')[0]).toContain(`http://127.0.0.1:${ports.health}/healthz`);
});

test('its version is that of the package, and its Node is one that the package runs on', () => {
  const { version, engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  expect(all('ARG')).toContain(`VERSION=${version}`);
  expect(all('ARG')[0]).toMatch(/^NODE_IMAGE=node:24-bookworm-slim$/);
  expect(engines.node).toBe('>=20.20');
});

test('no install script runs in it, and every native package brings its binary', () => {
  const installs = all('RUN').filter((line) => /npm (ci|install|rebuild)/.test(line));
  expect(installs.filter((line) => !line.includes('npm ci') || !line.includes('--ignore-scripts'))).toEqual([]);
  const prebuilds = join(packageRoot, 'node_modules/@photostructure/sqlite/prebuilds');
  const binaries = ['x64', 'arm64'].map((processor) => `linux-${processor}/@photostructure+sqlite.glibc.node`);
  expect(binaries.filter((path) => !existsSync(join(prebuilds, path)))).toEqual([]);
});

/** As Docker reads .dockerignore: the last line that fits a path or a folder above it decides. */
function ignored(path: string): boolean {
  const parts = path.split('/');
  const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return readFileSync(join(packageRoot, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .reduce((out, line) => {
      const rule = new RegExp(`^${glob(line.replace(/^!/, ''))}$`);
      return above.some((each) => rule.test(each)) ? !line.startsWith('!') : out;
    }, false);
}

function glob(pattern: string): string {
  const parts: Record<string, string> = { '**/': '(.+/)?', '*': '[^/]*' };
  return pattern.replaceAll(/\*\*\/|\*|[.+?^$(){}|[\]\\]/g, (each) => parts[each] ?? `\\${each}`);
}
