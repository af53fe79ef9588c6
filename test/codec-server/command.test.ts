import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deck, folderWith, launch } from '../cli/deck';

const token = randomBytes(16).toString('hex');
const keys = [{ id: 'k1', key: { env: 'CODEC_KEY_1' } }];
const encryption = { enabled: true, keys, currentKey: 'k1', codecServer: { port: 0 } };
const env = { DECK_CODEC_TOKEN: token, CODEC_KEY_1: randomBytes(32).toString('base64') };

describe('deck codec-server', () => {
  test('prints its URL and origins, requires the token, and exits on SIGTERM', async () => {
    const running = launch(['codec-server'], { cwd: folderWith({ encryption }), env });
    await running.says(/Open http/);
    running.child.kill('SIGTERM');
    const { code, stdout, stderr } = await running.finished;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^codec server ready http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(stderr).toContain('Allowed origins: http://127.0.0.1:');
    expect(stdout + stderr).not.toContain(token);
  });

  test('finds keys and token in files next to the settings, from any directory', async () => {
    const files = { keys: [{ id: 'k1', key: { file: 'k1' } }], codecServer: { port: 0, token: { file: 'token' } } };
    const folder = folderWith({ encryption: { ...encryption, ...files } });
    writeFileSync(join(folder, 'k1'), env.CODEC_KEY_1);
    writeFileSync(join(folder, 'token'), token);
    const running = launch(['codec-server', '--config', join(folder, 'temporal.yaml')], { cwd: folderWith() });
    await running.says('codec server ready');
    running.child.kill('SIGTERM');
    expect((await running.finished).code).toBe(0);
  });

  test.each<[string, object, NodeJS.ProcessEnv, string]>([
    ['without keys', {}, env, 'The codec server needs at least one key in encryption.keys.\n'],
    [
      'without its token',
      { encryption },
      { CODEC_KEY_1: env.CODEC_KEY_1 },
      'encryption.codecServer.token uses the environment variable DECK_CODEC_TOKEN, which is not set.\n',
    ],
    [
      'with an invalid key',
      { encryption },
      { ...env, CODEC_KEY_1: 'hunter2' },
      'encryption.keys.0.key must refer to a key of 32 bytes, written as 64 hexadecimal digits or as base64 (generate one with: openssl rand -hex 32).\n',
    ],
  ])('does not start %s', async (_, settings, variables, sentence) => {
    const { code, stdout, stderr } = await deck(['codec-server'], { cwd: folderWith(settings), env: variables });
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: sentence });
  });
});
