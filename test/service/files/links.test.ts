import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBucket } from '../../../src/base/io/s3-bucket';
import { createDirectoryStore } from '../../../src/service/files/directory-store';
import { linkSecret, linkSecretIn } from '../../../src/service/files/link-secret';
import { startTestService, type TestService } from '../running-service';
import { Session } from '../session';
import { temporaryDirectory } from '../temporary-directory';
import { startS3Server } from './s3-server';

describe('a download link', () => {
  let service: TestService;
  let session: Session;
  let clock: number;
  let cover: URL;
  beforeAll(async () => {
    clock = Date.now();
    service = await startTestService({ runJobs: false, now: () => clock });
    session = await Session.open(service.url, 'links');
    const task = await session.writtenTask('Rivers');
    const { data } = await session.form('/api/design/v2/save', { task_id: task });
    cover = new URL(data.cover_url);
  });
  afterAll(() => service.close());

  const fetched = async (url: URL | string) => {
    const response = await fetch(url);
    const json = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, code: json ? ((await response.json()) as { code: number }).code : 0 };
  };
  const changed = (change: (url: URL) => void) => {
    const url = new URL(cover);
    change(url);
    return url;
  };

  it('needs no credentials, and works after a restart', async () => {
    expect(await fetched(cover)).toEqual({ status: 200, code: 0 });
    await service.restart();
    cover.port = String(service.port);
    expect(await fetched(cover)).toEqual({ status: 200, code: 0 });
  });

  it.each<[string, (url: URL) => void]>([
    ['another signature', (url) => url.searchParams.set('signature', 'x'.repeat(43))],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['a later end', (url) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))],
    ['no end', (url) => url.searchParams.delete('expires')],
    [
      'another name',
      (url) => {
        url.pathname = url.pathname.replace('cover.png', 'cover.exe');
      },
    ],
    [
      'another file',
      (url) => {
        url.pathname = url.pathname.replace(/files\/./, 'files/0');
        url.pathname = url.pathname.replace(/files\/0./, 'files/zz');
      },
    ],
    [
      'broken escapes',
      (url) => {
        url.pathname = '/files/%E0%A4%A/cover.png';
      },
    ],
  ])('with %s is refused with 403', async (_, change) => {
    expect(await fetched(changed(change))).toEqual({ status: 403, code: 43102 });
  });

  it('with a way out of the folder is nothing', async () => {
    const way = changed((url) => {
      url.pathname = '/files/..%2f..%2flink-secret/cover.png';
    });
    expect(await fetched(way)).toEqual({ status: 404, code: 40400 });
  });

  it('is never a listing', async () => {
    for (const path of ['/files', '/files/', `/files/${cover.pathname.split('/')[2]}`, '/files/..%2f']) {
      expect((await fetched(`${service.url}${path}`)).status).toBe(404);
    }
  });

  it('ends; the next answer has a new one', async () => {
    clock += 24 * 3_600_000 + 1_000;
    expect(await fetched(cover)).toEqual({ status: 410, code: 12102 });
    clock = Date.now();
    const again = await Session.open(service.url, 'links');
    const { data } = await again.get('/api/design/list');
    expect(await fetched(data.list[0].cover_url)).toEqual({ status: 200, code: 0 });
  });

  it('uses the public URL if there is one, or the URL of the request', async () => {
    const other = await startTestService({ runJobs: false, server: { publicUrl: 'https://decks.example.org/' } });
    const user = await Session.open(other.url, 'public');
    const templates = (await user.get('/api/template_component/suit/search')).data;
    expect(templates.list[0].cover_img).toMatch(/^\/\/decks\.example\.org\/suits\/\d+\/cover\.png$/);
    await other.close();
    const { data } = await (await Session.open(`http://localhost:${service.port}`, 'links')).get('/api/design/list');
    expect(data.list[0].cover_url).toMatch(/^http:\/\/localhost:\d+\/files\//);
  });
});

describe('the directory store', () => {
  it('has a file whole or not at all, readable by its owner alone', async () => {
    const directory = await temporaryDirectory();
    const store = await createDirectoryStore(directory);
    await store.write('abcdef0123', Buffer.from('first'));
    await store.write('abcdef0123', Buffer.from('second'));
    const chunks: Buffer[] = [];
    for await (const chunk of await store.read('abcdef0123')) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe('second');
    expect((await stat(join(directory, 'ab', 'abcdef0123'))).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toEqual(['ab']);
    await store.remove('abcdef0123');
    await expect(store.read('abcdef0123')).rejects.toThrow('the file abcdef0123 is not in the file store');
  });

  it.each(['../../etc/passwd', '..', 'ab/cd', 'ABCDEF0123', '', 'a'])('takes no key %j', async (key) => {
    const store = await createDirectoryStore(await temporaryDirectory());
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow(/not a file key/);
    await expect(store.read(key)).rejects.toThrow(/not a file key/);
  });
});

describe('what a killed process had begun to write', () => {
  it('goes when its process is gone, or its number is in use by another for too long', async () => {
    const directory = await temporaryDirectory();
    // 1 runs as long as the machine; numbers above the kernel's largest never run.
    const names = ['writing-1-1-young', 'writing-1-2-old', 'writing-99999999-1-gone', 'other'];
    for (const name of names) await writeFile(join(directory, name), 'half');
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(directory, 'writing-1-2-old'), anHourAgo, anHourAgo);
    await createDirectoryStore(directory);
    expect((await readdir(directory)).sort()).toEqual(['other', 'writing-1-1-young']);
  });
});

describe('the link secret', () => {
  it('is made once, for all processes that start together, and read by its owner alone', async () => {
    const directory = await temporaryDirectory();
    const secrets = await Promise.all(Array.from({ length: 8 }, () => linkSecret(directory)));
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
    expect(await readdir(directory)).toEqual(['link-secret']);
    expect((await stat(join(directory, 'link-secret'))).mode & 0o777).toBe(0o600);
  });

  it('is one in the bucket for services on several hosts, and that of the directory where there is one', async () => {
    const keys = { accessKey: 'a', secretKey: 'b' };
    const s3 = await startS3Server(keys, 'decks');
    try {
      const options = { endpoint: s3.endpoint, bucket: 'decks', region: 'us-east-1', ...keys, section: 'server.files' };
      const hosts = await Promise.all(Array.from({ length: 8 }, () => temporaryDirectory()));
      const bucket = await openBucket({ ...options, prefix: 'new' });
      const secrets = await Promise.all(hosts.map((host) => linkSecretIn(bucket, host)));
      expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
      expect((await Promise.all(hosts.map((host) => readdir(host)))).flat()).toEqual([]);

      const earlier = await linkSecret(hosts[0]!);
      const moved = await openBucket({ ...options, prefix: 'moved' });
      for (const host of hosts) expect(await linkSecretIn(moved, host)).toEqual(earlier);
    } finally {
      await s3.close();
    }
  });
});
