import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { Context } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { downloadActivities } from '../../activities/download';
import type { ActivityDependencies } from '../../activities/perform';
import { settingsSchema } from '../../src/config';
import { workerTelemetry } from '../../src/temporal/telemetry/worker-telemetry';
import { clientWithToken, endAll, httpServer, json } from '../client/misbehaving';
import { figure } from '../deep';
import { memoryLedger } from '../documents/memory-ledger';

const PDF = '%PDF-1.7\nhello\n%%EOF\n';

const parts = [
  ...[
    '..',
    '.',
    '...',
    '/',
    '\\',
    '//',
    '/etc/passwd',
    'C:\\Windows',
    '\\\\host\\share',
    '~',
    '~root',
    '$HOME',
    '%2e%2e%2f',
    '%00',
  ],
  ...[
    '\u0000',
    'a\u0000b',
    '\r\n',
    '\u202e',
    '\u2044',
    '\u2215',
    '\uff0e\uff0e\uff0f',
    '\u2024\u2024/',
    '\ud800',
    '\ufeff..',
    '..\u200b/',
  ],
  ...[
    'CON',
    'nul',
    'LPT1.txt',
    'aux.pdf',
    ' ',
    '',
    '.part',
    '-rf',
    '*',
    '?',
    '"',
    "'",
    '`id`',
    ';',
    '|',
    '&&',
    '<x>',
    'a:b',
    '🍵'.repeat(60),
  ],
  ...[
    'x'.repeat(300),
    'sibling',
    'COM¹',
    'a\tb',
    'e\u0301',
    '....//',
    '..;/',
    '..%c0%af',
    'file:///etc/passwd',
    '../'.repeat(30),
  ],
];
/** Each alone, in front of and behind a way out, and as the folder itself. */
const names = parts.flatMap((part) => [part, `../${part}`, `${part}/../../x`, `..\\${part}`, `${part}${part}`]);

describe(`${names.length} names of decks, users and requests that want to leave their folder`, () => {
  afterAll(endAll);

  it('write one whole file below the output directory each, and nothing anywhere else', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'deck-names-'));
    const directory = join(parent, 'out');
    writeFileSync(join(parent, 'sibling'), 'untouched');
    const server = await httpServer((request, response) => {
      if (request.method === 'POST')
        json(response, { code: 0, msg: '', data: [`http://${request.headers.host}/f.pdf`] });
      else response.end(PDF);
    });
    const settings = settingsSchema.parse({
      output: { directory },
      service: { baseUrl: server.address },
      log: { level: 'silent' },
    });
    const environment = new MockActivityEnvironment();
    const written: string[] = [];
    await environment.run(async () => {
      const telemetry = workerTelemetry(Context.current().metricMeter, () => 'Unexpected');
      const client = clientWithToken(server.address);
      const log = pino({ level: 'silent' });
      const deps = { client, settings, telemetry, log, documents: memoryLedger() } as unknown as ActivityDependencies;
      const { downloadExport } = downloadActivities(deps);
      const user = { uid: 'u', channel: '' };
      for (const [at, name] of names.entries()) {
        const folder = at % 2 === 0 ? [name, 'r1'] : ['u', name];
        const call = { user, taskKey: 'k', format: 'pdf' as const, folder, name };
        const { files } = await downloadExport(call);
        written.push(files[0]!.path);
      }
    });
    const outside = written.filter((path) => !path.startsWith(directory + sep) || path !== resolve(path));
    figure(`file names: ${names.length}, outside ${outside.length}`);
    expect(names.length).toBeGreaterThanOrEqual(200);
    expect(outside).toEqual([]);
    expect(readdirSync(parent).sort()).toEqual(['out', 'sibling']);
    expect(await readFile(join(parent, 'sibling'), 'utf8')).toBe('untouched');
    // What lies there is what was written: no other name, no folder in a place of a file, nothing half.
    const there = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(there.map((entry) => join(entry.parentPath, entry.name)).sort()).toEqual([...new Set(written)].sort());
    for (const path of written) expect(await readFile(path, 'utf8')).toBe(PDF);
    // Three names of the path and no more: output, two segments, file.
    expect(written.filter((path) => path.slice(directory.length + 1).split(sep).length !== 3)).toEqual([]);
    rmSync(parent, { recursive: true });
  });
});
