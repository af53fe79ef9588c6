import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentDirectory } from '../../src/decks/documents/paths';
import { type S3Server, startS3Server } from '../service/files/s3-server';
import { type Pipeline, startPipeline } from './pipeline';

const ACCESS = { accessKey: 'documents-access', secretKey: 'documents-secret' };
const points = Array.from({ length: 12 }, (_, at) => `#### The moon pulls the water, and the water follows it ${at}\n`);
const chapters = Array.from({ length: 8 }, (_, at) => `## Chapter ${at}\n\n### Page ${at}\n\n${points.join('\n')}`);
/** Longer than what stays inline. */
const OUTLINE = `# Tides\n\n${chapters.join('\n')}`;

let s3: S3Server;
let pipeline: Pipeline;
let keys: string;

beforeAll(async () => {
  s3 = await startS3Server(ACCESS, 'texts');
  keys = mkdtempSync(join(tmpdir(), 'deck-bucket-'));
  const keyFile = (name: string, text: string) => {
    const file = join(keys, name);
    writeFileSync(file, text, { mode: 0o600 });
    return { file };
  };
  pipeline = await startPipeline({
    settings: {
      workflow: { review: { mode: 'off' } },
      documents: {
        s3: {
          endpoint: s3.endpoint,
          bucket: 'texts',
          accessKey: keyFile('access', ACCESS.accessKey),
          secretKey: keyFile('secret', ACCESS.secretKey),
        },
      },
      encryption: {
        enabled: true,
        keys: [{ id: 'k1', key: keyFile('encryption', '0'.repeat(64)) }],
        currentKey: 'k1',
      },
    },
  });
});
afterAll(async () => {
  await pipeline?.close();
  await s3.close();
  rmSync(keys, { recursive: true });
});

it('delivers decks whose long texts are in an encrypted bucket, without a document directory', async () => {
  const handle = await pipeline.start({ markdown: OUTLINE });
  const result = await handle.result();
  expect(result.outcome).toBe('delivered');
  expect(s3.objects.size).toBeGreaterThan(0);
  expect([...s3.objects.values()].filter((bytes) => bytes.includes('moon'))).toEqual([]);
  expect(existsSync(documentDirectory(pipeline.settings))).toBe(false);
});

it('delivers a deck although the bucket is away for a while', async () => {
  s3.busyFor = 3;
  const handle = await pipeline.start({ markdown: `${OUTLINE}\n\n## One more\n\n### Page\n` });
  expect((await handle.result()).outcome).toBe('delivered');
  expect(s3.busyFor).toBe(0);
});
