import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Context } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { writeRows } from '../../activities/batch-report';
import { downloadActivities } from '../../activities/download';
import type { ActivityDependencies } from '../../activities/perform';
import { LeadsOutside, makeFolderInside } from '../../src/base/io/folder-inside';
import { settingsSchema } from '../../src/config';
import { workerTelemetry } from '../../src/temporal/telemetry/worker-telemetry';
import { clientWithToken, endAll, httpServer, json } from '../client/misbehaving';
import { memoryLedger } from '../documents/memory-ledger';

const PDF = '%PDF-1.7\nhello\n%%EOF\n';
afterAll(endAll);

/** An output folder, and a folder next to it that nothing may reach. */
function folders() {
  const parent = mkdtempSync(join(tmpdir(), 'deck-links-'));
  const [out, other] = [join(parent, 'out'), join(parent, 'other')];
  mkdirSync(out);
  mkdirSync(other);
  return { parent, out, other };
}

async function activities<Result>(directory: string, work: (deps: ActivityDependencies) => Promise<Result>) {
  const server = await httpServer((request, response) => {
    if (request.method === 'POST') json(response, { code: 0, msg: '', data: [`http://${request.headers.host}/f.pdf`] });
    else response.end(PDF);
  });
  const settings = settingsSchema.parse({ output: { directory }, service: { baseUrl: server.address } });
  return new MockActivityEnvironment().run(async () => {
    const telemetry = workerTelemetry(Context.current().metricMeter, () => 'Unexpected');
    const client = clientWithToken(server.address);
    const log = pino({ level: 'silent' });
    return work({ client, settings, telemetry, log, documents: memoryLedger() } as unknown as ActivityDependencies);
  }) as Promise<Result>;
}
const delivered = (directory: string, folder: string[]) =>
  activities(directory, (deps) =>
    downloadActivities(deps).downloadExport({
      user: { uid: 'u', channel: '' },
      taskKey: 'k',
      format: 'pdf',
      folder,
      name: 'Tea',
    }),
  );

describe('a link in the output folder', () => {
  it.each([
    ['the folder of a user', 'eve', ['eve', 'r1']],
    ['the folder of a deck', 'eve/r1', ['eve', 'r1']],
  ])('that leads out of it, as %s, gets no file and no folder', async (_name, link, folder) => {
    const { out, other } = folders();
    mkdirSync(dirname(join(out, link)), { recursive: true });
    symlinkSync(other, join(out, link));
    await expect(delivered(out, folder)).rejects.toMatchObject({
      message: 'the file path is outside the output directory',
      type: 'FileUnusable',
    });
    expect(readdirSync(other)).toEqual([]);
  });

  it('that leads nowhere yet is not made to lead somewhere', async () => {
    const { parent, out } = folders();
    symlinkSync(join(parent, 'later'), join(out, 'eve'));
    await expect(delivered(out, ['eve', 'r1'])).rejects.toMatchObject({ type: 'FileUnusable' });
    expect(readdirSync(parent).sort()).toEqual(['other', 'out']);
  });

  it('that stays in it is followed, and so is the output folder itself when it is one', async () => {
    const { parent, out, other } = folders();
    mkdirSync(join(out, 'team'));
    symlinkSync(join(out, 'team'), join(out, 'eve'));
    await delivered(out, ['eve', 'r1']);
    expect(readdirSync(join(out, 'team', 'r1'))).toEqual(['Tea.pdf']);
    symlinkSync(other, join(parent, 'linked'));
    const { files } = await delivered(join(parent, 'linked'), ['ada', 'r1']);
    expect(files[0]!.path).toBe(join(parent, 'linked', 'ada', 'r1', 'Tea.pdf'));
    expect(readFileSync(join(other, 'ada', 'r1', 'Tea.pdf'), 'utf8')).toBe(PDF);
  });

  it('in the place of a file is replaced, not written through', async () => {
    const { parent, out } = folders();
    writeFileSync(join(parent, 'precious'), 'untouched');
    mkdirSync(join(out, 'eve', 'r1'), { recursive: true });
    symlinkSync(join(parent, 'precious'), join(out, 'eve', 'r1', 'Tea.pdf'));
    await delivered(out, ['eve', 'r1']);
    expect(readFileSync(join(parent, 'precious'), 'utf8')).toBe('untouched');
    expect(readFileSync(join(out, 'eve', 'r1', 'Tea.pdf'), 'utf8')).toBe(PDF);
  });

  it('in the place of a batch’s report, or of its folder, is not written through', async () => {
    const { parent, out, other } = folders();
    writeFileSync(join(parent, 'precious'), 'untouched');
    const folder = join(out, 'batches', 'b1');
    const report = { csv: join(folder, 'r.csv'), jsonl: join(folder, 'r.jsonl') };
    const write = () => writeRows(report, { csv: 0, jsonl: 0 }, []);
    mkdirSync(join(out, 'batches'));
    symlinkSync(other, folder);
    await expect(write()).rejects.toThrow('a symbolic link that leads out of the directory');
    expect(readdirSync(other)).toEqual([]);
    unlinkSync(folder);
    mkdirSync(folder);
    symlinkSync(join(parent, 'precious'), report.csv);
    await expect(write()).rejects.toThrow(/ELOOP/);
    expect(readFileSync(join(parent, 'precious'), 'utf8')).toBe('untouched');
  });
});

it('a folder that begins like the root is not inside of it', async () => {
  const { parent, out } = folders();
  mkdirSync(join(parent, 'out-of-it'));
  symlinkSync(join(parent, 'out-of-it'), join(out, 'eve'));
  await expect(makeFolderInside(out, join(out, 'eve', 'r1'))).rejects.toBeInstanceOf(LeadsOutside);
});
