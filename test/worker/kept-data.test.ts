import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderName } from '../../activities/file-names';
import { settingsSchema } from '../../src/config';
import { documentStore } from '../../src/decks/documents/open-documents';
import { ownerOf } from '../../src/decks/documents/owner';
import type { Person } from '../../src/decks/histories';
import { KeptData } from '../../src/worker/kept-data';
import { removeOld } from '../../src/worker/kept-retention';
import { type S3Server, startS3Server } from '../service/files/s3-server';

const ACCESS = { accessKey: 'test-access', secretKey: 'test-secret' };
const DAY = 86_400_000;
let s3: S3Server;
let directory: string;
beforeAll(async () => {
  s3 = await startS3Server(ACCESS, 'texts');
});
afterAll(() => s3.close());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'deck-kept-'));
  s3.objects.clear();
});
afterEach(() => rmSync(directory, { recursive: true }));

const env = { S3_ACCESS: ACCESS.accessKey, S3_SECRET: ACCESS.secretKey };
const settingsOf = (documents: object) =>
  settingsSchema.parse({
    data: { directory: join(directory, 'data') },
    output: { directory: join(directory, 'out') },
    documents,
  });

function file(name: string, text = 'x', daysAgo = 0): void {
  const path = join(directory, 'out', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const at = new Date(Date.now() - daysAgo * DAY);
  utimesSync(path, at, at);
}

describe.each([
  ['a directory', () => ({})],
  [
    'a bucket',
    () => ({
      s3: {
        endpoint: s3.endpoint,
        bucket: 'texts',
        accessKey: { env: 'S3_ACCESS' },
        secretKey: { env: 'S3_SECRET' },
      },
    }),
  ],
] as const)('what workers keep, with documents in %s', (_, documentsOf) => {
  const open = () => {
    const settings = settingsOf(documentsOf());
    return { settings, kept: new KeptData(settings, env) };
  };
  const put = (settings: ReturnType<typeof settingsOf>, user: { uid: string; channel?: string }, text: string) =>
    documentStore(settings, { env, inlineBytes: 1, owner: () => ownerOf(user) }).put(text);
  const namesOf = async (kept: KeptData, of?: Person) => {
    const names: string[] = [];
    for await (const { kind, name } of kept.files(of)) names.push(kind === 'output' ? name : kind);
    return names.sort();
  };

  it('is found by person, in all channels or one, and removed', async () => {
    const { settings, kept } = open();
    await put(settings, { uid: 'ann' }, 'the same text');
    await put(settings, { uid: 'ann', channel: 'web' }, 'the same text');
    const bobs = await put(settings, { uid: 'bob' }, 'the same text');
    await documentStore(settings, { env }).ledger.add('presentation/ann/r1', {
      kind: 'task',
      what: '7',
      run: '',
      at: '',
    });
    for (const user of ['ann', 'ann~web', 'annette', 'bob']) file(`${user}/tea-r1/tea.pptx`);
    file('ann/tea-r1/tea.pdf.1f2e-3a.part');
    file('ann/notes.txt');
    expect(await namesOf(kept, { uid: 'ann', channel: 'web' })).toEqual(['ann~web/tea-r1/tea.pptx', 'documents']);
    expect(await namesOf(kept, { uid: 'ann' })).toEqual([
      'ann/tea-r1/tea.pdf.1f2e-3a.part',
      'ann/tea-r1/tea.pptx',
      'ann~web/tea-r1/tea.pptx',
      'documents',
      'documents',
      'ledgers',
    ]);
    for await (const each of kept.files({ uid: 'ann' })) await kept.remove(each);
    expect(await namesOf(kept, { uid: 'ann' })).toEqual([]);
    expect(await namesOf(kept)).toEqual(['annette/tea-r1/tea.pptx', 'bob/tea-r1/tea.pptx', 'documents']);
    expect(await documentStore(settings, { env }).get(bobs)).toBe('the same text');
    expect(readFileSync(join(directory, 'out/ann/notes.txt'), 'utf8')).toBe('x');
  });

  it('ends after its retention, unless Temporal still has a workflow of the owner', async () => {
    const { settings, kept } = open();
    await put(settings, { uid: 'ann' }, 'old');
    await put(settings, { uid: 'bob' }, 'old too');
    const remove = (days: number, ...needed: string[]) =>
      removeOld({ settings, kept, needed: async () => new Set(needed), now: Date.now() + days * DAY });
    expect(await remove(89)).toBe(0);
    expect(await remove(91, ownerOf({ uid: 'ann' }))).toBe(1);
    expect(await namesOf(kept)).toEqual(['documents']);
    expect(await namesOf(kept, { uid: 'ann' })).toEqual(['documents']);
  });
});

it('delivered decks and reports end after their retention, and files of others stay', async () => {
  const settings = settingsOf({});
  const kept = new KeptData(settings);
  file('ann/old-r1/old.pptx', 'x', 500);
  file('ann/old-r1/decisions.json', '{}', 500);
  file('ann/new-r2/new.pptx', 'x', 500);
  file('ann/new-r2/decisions.json', '{}', 10);
  file('photos/2019/beach.jpeg', 'x', 500);
  file('batch reports/b/1.csv', 'line', 500);
  expect(await removeOld({ settings, kept, needed: async () => new Set(), now: Date.now() })).toBe(3);
  const left: string[] = [];
  for await (const { name } of kept.output()) left.push(name);
  expect(left.sort()).toEqual(['ann/new-r2/decisions.json', 'ann/new-r2/new.pptx', 'photos/2019/beach.jpeg']);
});

it('a directory with a changed name is recognized by the evidence in it', async () => {
  const kept = new KeptData(settingsOf({}));
  const folder = folderName('ann.');
  expect(folder).toMatch(/^ann~[0-9a-f]{16}$/);
  file(`${folder}/tea-r1/tea.pptx`);
  file(`${folder}/tea-r1/decisions.json`, JSON.stringify({ deck: 'presentation/ann./r1' }));
  const found = async (uid: string) => {
    const names: string[] = [];
    for await (const { name } of kept.output({ uid })) names.push(name);
    return names.length;
  };
  expect([await found('ann.'), await found('ann')]).toEqual([2, 0]);
});

it('rows of a person in batch reports are blanked in place, twice without effect', async () => {
  const kept = new KeptData(settingsOf({}));
  const csv =
    'line,uid,request,workflow id,title\n1,ann,r,presentation/ann/r,"Two\nlines, 茶"\n2,bob,r,presentation/bob/r,T\n';
  file('batch reports/b/1.csv', csv);
  const rows = ['ann', 'bob']
    .map((uid) => `${JSON.stringify({ uid, workflowId: `presentation/${uid}/r` })}\n`)
    .join('');
  file('batch reports/b/1.jsonl', rows);
  expect(await kept.blankReports({ uid: 'ann' })).toBe(2);
  const read = (name: string) => readFileSync(join(directory, 'out/batch reports/b', name), 'utf8');
  expect(Buffer.byteLength(read('1.csv'))).toBe(Buffer.byteLength(csv));
  expect(read('1.csv')).toMatch(/^line,.*\n +\n2,bob/);
  expect(read('1.jsonl').trim()).toBe(rows.split('\n')[1]);
  expect(await kept.blankReports({ uid: 'ann' })).toBe(0);
});
