import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/io/package-root';
import { pythonWithRequests } from '../api/python';
import { serviceForTests } from '../service/running-service';

const run = promisify(execFile);
const ACCOUNT = ['demo-access-key', 'demo-secret-key'];
const script = (name: string) => join(packageRoot, 'test', 'outside', name);

/** Programs of the machine that a flow needs and that are not there. */
const missing = (programs: string[]) =>
  programs.filter(
    (program) => !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program))),
  );

/** CI has these programs; elsewhere their absence is reported and is not a fault of the service. */
function available(programs: string[]): boolean {
  const absent = missing(programs);
  if (absent.length === 0) return true;
  expect({ onCi: Boolean(process.env.CI), absent }).toEqual({ onCi: false, absent });
  process.stderr.write(`NOT SHOWN: the flow was not run, this machine has no ${absent.join(' and no ')}\n`);
  return false;
}

describe('a client written from the specification alone', () => {
  const service = serviceForTests();

  it('in Python goes the whole way: generation, edit, design, export, trash, wrong credentials', async () => {
    if (!available(['python3'])) return;
    const { stdout } = await run('python3', [script('flow.py'), service.url, ...ACCOUNT], { timeout: 600_000 });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('flow complete');
    expect(stdout.split('\n').length).toBeGreaterThanOrEqual(12);
  });

  it('in Python says what is not as specified, and fails', async () => {
    if (!available(['python3'])) return;
    const wrong = [script('flow.py'), service.url, 'demo-access-key', 'another-secret'];
    await expect(run('python3', wrong, { timeout: 600_000 })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^not as specified: \/api\/grant\/token: code 43102: x-signature does not match/),
    });
  });

  it('in bash, with curl and openssl, goes the minimal flow up to the file', async () => {
    if (!available(['bash', 'curl', 'openssl', 'sed'])) return;
    const output = join(service.dataDirectory, 'flow.pptx');
    const { stdout } = await run('bash', [script('flow.sh'), service.url, ...ACCOUNT, output], { timeout: 600_000 });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('flow complete');
    expect((await readFile(output)).subarray(0, 2).toString()).toBe('PK');
  });

  it.each([
    ['the whole flow, with booleans as Python writes them and every sort of form', 'requests_flow.py', 5],
    ['a form with fixed ids, and a reader that ends at the word close', 'form_client.py', 4],
  ])('in Python with the requests library goes %s', async (_, name, steps) => {
    const found = await pythonWithRequests();
    if ('reason' in found) {
      expect({ onCi: Boolean(process.env.CI), reason: found.reason }).toEqual({ onCi: false, reason: found.reason });
      process.stderr.write(`NOT SHOWN: ${name} was not run: ${found.reason}\n`);
      return;
    }
    const { stdout } = await run(found.python, [script(name), service.url, ...ACCOUNT], {
      timeout: 600_000,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('flow complete');
    expect(lines).toHaveLength(steps);
  });

  it('uses nothing of this project, nor anything beyond the libraries that it names', async () => {
    const source = await readFile(script('flow.py'), 'utf8');
    const imported = [...source.matchAll(/^(?:import|from) (\S+)/gm)].map(([, name]) => name);
    const standard = ['base64', 'hashlib', 'hmac', 'http.client', 'json', 're', 'sys', 'time', 'urllib.parse', 'uuid'];
    expect(imported).toEqual(standard);
    for (const [name, modules] of [
      ['requests_flow.py', ['base64', 'hashlib', 'hmac', 'json', 'sys', 'time', 'requests']],
      ['form_client.py', ['json', 'sys', 'requests', 'requests_flow']],
    ] as const) {
      const text = await readFile(script(name), 'utf8');
      expect([...text.matchAll(/^(?:import|from) (\S+)/gm)].map(([, module]) => module)).toEqual(modules);
    }
  });
});
