import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePorts } from '../../src/temporal/ports';
import { processesOf, QUICK_POLLING } from '../cli/deck';
import { Reader } from './reader';

/**
 * Pastes every block of the tutorial into terminals, in order. Only the directory and the ports are other ones, so that
 * several runs fit on one host, and the polls are quick.
 */
const directory = mkdtempSync(join(tmpdir(), 'deck-tutorial-'));
const settingsFile = join(directory, 'temporal.yaml');
let user: Reader;

beforeAll(async () => {
  const [servicePort] = (await freePorts('127.0.0.1', 1)) as [number];
  // The page writes the settings file: the ports are added to what it writes there.
  const ports = stringify({
    temporal: { address: '127.0.0.1:0', uiPort: 0 },
    reviewServer: { port: 0 },
    workflow: { polling: QUICK_POLLING },
  });
  user = new Reader({
    directory,
    settingsFile,
    substitutions: [
      ['data: {', `${ports}server: { port: ${servicePort} }\ndata: {`],
      // The servers still use the directory.
      ['rm -r /tmp/deck-tutorial\n', ''],
      ['/tmp/deck-tutorial', directory],
      ['127.0.0.1:8787', `127.0.0.1:${servicePort}`],
    ],
  });
  writeFileSync(settingsFile, '');
});
afterAll(async () => {
  await user.close();
  expect(processesOf(directory)).toEqual([]);
});

test('every block runs, in order', async () => {
  expect(await user.readPage('docs/tutorial.md')).toBeGreaterThan(10);
  expect(readFileSync(settingsFile, 'utf8')).toContain('data:');
});

test('each deck ends as the page says', () => {
  for (const id of ['r1', 'r2', 'r3']) {
    const file = user.outputsOf(`deck watch u1/${id}`).at(-1)!.trimEnd().split('\n').at(-1)!;
    expect(statSync(file).size).toBeGreaterThan(10_000);
  }
  expect(user.outputsOf('--key r3')[0]).toContain('no balance');
  const designs = user.outputsOf('service list designs').join('');
  expect(designs.match(/White tea/g)).toHaveLength(1);
  expect(designs.match(/"struck":1/g)).toHaveLength(2);
});
