import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';

interface Finding {
  RuleID: string;
  File: string;
}

/** Findings of gitleaks, which runs in the folder, so that its paths are those of the allow-list. */
function findings(folder: string, command: 'git' | 'dir'): Finding[] {
  const args = [command, '.', '--config', '.gitleaks.toml', '--redact', '--no-banner', '--log-level', 'error'];
  const output = ['--report-format', 'json', '--report-path', '-'];
  const { stdout, stderr, status } = spawnSync('gitleaks', [...args, ...output], { cwd: folder, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return JSON.parse(stdout) as Finding[];
}

const gitleaks = spawnSync('gitleaks', ['version'], { encoding: 'utf8' }).status === 0;
const reason = 'gitleaks is not on PATH';
if (!gitleaks) process.stderr.write(`secret scanner: skipped: ${reason}\n`);
const withGitleaks = gitleaks ? it : it.skip;

/** Looks random to the scanner, and is the same in every run. */
const random = (name: string, length: number) =>
  createHash('sha512').update(`planted ${name}`).digest('base64').replace(/\W/g, '').slice(0, length);

describe('the secret scanner', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'deck-secrets-'));
    copyFileSync(join(packageRoot, '.gitleaks.toml'), join(folder, '.gitleaks.toml'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const plant = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  const inHistory = existsSync(join(packageRoot, '.git')) ? withGitleaks : it.skip;
  inHistory('finds nothing in any commit', () => expect(findings(packageRoot, 'git')).toEqual([]));

  withGitleaks('finds a planted secret, in the files of the allow-list too', () => {
    const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    plant('src/config/planted.ts', `const apiKey = '${random('source', 32)}';\n`);
    plant('test/replay/histories/planted.json', `{"secret_key":"${random('history', 32)}"}`);
    plant('test/client/misbehaving.ts', `secretKey: '${random('test', 32)}',\n`);
    plant('test/temporal/fixtures/client.key', pem as string);
    plant('deploy/planted.yaml', `github: ghp_${random('token', 36)}\n`);
    expect(new Set(findings(folder, 'dir').map(({ File, RuleID }) => `${File} ${RuleID}`))).toEqual(
      new Set([
        'src/config/planted.ts generic-api-key',
        'test/replay/histories/planted.json generic-api-key',
        'test/client/misbehaving.ts generic-api-key',
        'test/temporal/fixtures/client.key private-key',
        'deploy/planted.yaml github-pat',
      ]),
    );
  });
});
