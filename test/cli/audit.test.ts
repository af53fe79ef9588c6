import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditKeyOf } from '../../src/base/audit/audit-key';
import { AuditLog } from '../../src/base/audit/audit-log';
import { auditOptions, settingsSchema } from '../../src/config';
import { deck, folderWith } from './deck';

test('deck audit verifies and exports the log, and names the line that was changed', async () => {
  const cwd = folderWith();
  const data = join(cwd, 'own');
  const run = (...args: string[]) => deck(['audit', ...args, '--data', data], { cwd });
  expect((await run('verify')).stdout).toContain('0 entries of 0 processes');

  const options = auditOptions(settingsSchema.parse({ data: { directory: data } }));
  const log = new AuditLog({ ...options, origin: 'web' });
  for (const name of ['Ann', '王芳']) {
    await log.append({ action: 'deck.download', who: { name, by: 'link', verified: true }, object: `${name}.pptx` });
  }
  const intact = await run('verify');
  expect([intact.code, intact.stdout]).toEqual([0, expect.stringContaining('3 entries of 1 process')]);
  expect(JSON.parse((await run('verify', '--json')).stdout)).toMatchObject({ intact: true, faults: [], entries: 3 });

  const lines = (await run('export')).stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).who.name)).toEqual([undefined, 'Ann', '王芳']);
  const ocsf = (await run('export', '--format', 'ocsf')).stdout.trimEnd().split('\n');
  expect(JSON.parse(ocsf[2]!)).toMatchObject({ class_uid: 6003, actor: { user: { name: '王芳' } } });

  const [name] = readdirSync(options.directory).filter((each) => each.endsWith('.jsonl'));
  const path = join(options.directory, name!);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"Ann"', '"Bob"'));
  const changed = await run('verify');
  expect([changed.code, changed.stdout]).toEqual([1, expect.stringContaining(`${name}:2: the signature`)]);
  writeFileSync(path, text);

  const foreign = new AuditLog({ ...options, key: auditKeyOf('another host'), origin: 'worker' });
  await foreign.append({ action: 'deck.read', who: { by: 'operator' } });
  const { publicKey } = auditKeyOf('another host');
  const unknown = await run('verify');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining(`Signed by ${publicKey}`)]);
  expect((await run('verify', '--key', publicKey)).code).toBe(0);
  const missing = await run('verify', join(cwd, 'deck.pptx'));
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('decisions.json does not exist')]);
});
