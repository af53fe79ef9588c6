import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isLoopback } from '../../src/base/io/loopback';
import { settingsForPage } from '../../src/cli/commands/dev';
import { linkNotes } from '../../src/cli/show/explain-link';
import { settingsSchema } from '../../src/config';
import { reviewBaseUrl } from '../../src/decks/links/review-links';
import { deck, folderWith, launch, processesOf } from './deck';

/** A second loopback address stands for the network: what listens there only when asked listens nowhere else either. */
const OTHER = '127.0.0.2';

const accepts = (host: string, port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host, port });
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('close', () => socket.destroy());
  });

/** The address of the review page, and the lines below the inbox link. */
async function running(args: string[]) {
  const cwd = folderWith();
  const dev = launch(['dev', ...args], { cwd });
  let stdout = '';
  dev.child.stdout!.on('data', (text) => {
    stdout += String(text);
  });
  await dev.says('Ready.');
  const { hostname, port } = new URL(/Review page (\S+)/.exec(stdout)![1]!);
  const [, inbox = '', notes = ''] = /Inbox +(\S+)\n((?: {12}.*\n)*)/.exec(stdout)!;
  const stop = async () => {
    dev.child.kill('SIGINT');
    expect((await dev.finished).code).toBe(0);
    expect(processesOf(cwd)).toEqual([]);
  };
  return { cwd, stdout, hostname, port: Number(port), inbox, notes: notes.trim().split(/\n +/), stop };
}

describe('deck dev', () => {
  it('opens the review page to this computer only, and says so below the link', async () => {
    const { hostname, port, notes, stop } = await running([]);
    expect(hostname).toBe('127.0.0.1');
    expect([await accepts('127.0.0.1', port), await accepts(OTHER, port)]).toEqual([true, false]);
    expect(notes).toEqual([
      expect.stringMatching(/^Valid until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/),
      expect.stringContaining('Only this computer can open it. For other devices, start `deck dev --share`'),
    ]);
    await stop();
  });

  it('--host opens it on that address only, with a key and links of that address', async () => {
    const { cwd, stdout, hostname, port, inbox, notes, stop } = await running(['--host', OTHER]);
    expect(hostname).toBe(OTHER);
    expect([await accepts(OTHER, port), await accepts('127.0.0.1', port)]).toEqual([true, false]);
    // Temporal and the service stay where they are.
    expect(stdout).toMatch(/Temporal +127\.0\.0\.1:/);
    expect(stdout).toMatch(/Service +http:\/\/127\.0\.0\.1:/);
    expect(readdirSync(join(cwd, '.deck'))).toContain('review-key');
    const until = /^Valid until (\S+) (\S+) UTC\.$/.exec(notes[0]!)!;
    const left = Date.parse(`${until[1]}T${until[2]}Z`) - Date.now();
    const { operatorSession } = settingsSchema.parse({}).reviewServer;
    expect(left).toBeGreaterThan(operatorSession - 120_000);
    expect(left).toBeLessThanOrEqual(operatorSession);

    // The printed link logs in, and another process makes links of the same address.
    const [base, link] = inbox.split('/#');
    expect(base).toBe(`http://${OTHER}:${port}`);
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(`${base}/v1/login`, { method: 'POST', headers, body: JSON.stringify({ link }) });
    expect(login.status).toBe(204);
    const page = await deck(['inbox', '--page', '--json'], { cwd });
    expect(JSON.parse(page.stdout).address).toContain(`http://${OTHER}:${port}/#`);
    await stop();
  });

  it('--share and --host exclude each other', async () => {
    const { code, stdout, stderr } = await deck(['dev', '--share', '--host', OTHER], { cwd: folderWith() });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: '--share cannot be combined with --host.\n',
    });
  });
});

describe('deck dev --share', () => {
  const settings = settingsSchema.parse({});
  const expiresAt = '2030-01-02T03:04:05.678Z';

  it('listens on all addresses and prints one that other devices can open, with its end', () => {
    const shared = settingsForPage(settings, { share: true });
    expect(shared.reviewServer.host).toBe('0.0.0.0');
    const base = reviewBaseUrl(shared);
    expect(isLoopback(new URL(base).hostname)).toBe(false);
    expect(base).not.toContain('0.0.0.0');
    expect(linkNotes({ address: `${base}/#link`, expiresAt })).toEqual(['Valid until 2030-01-02 03:04 UTC.']);
  });

  it('changes nothing unless it is given, or where a public URL is set', () => {
    expect(settingsForPage(settings, {})).toBe(settings);
    const published = settingsSchema.parse({ reviewServer: { publicUrl: 'https://decks.example.com' } });
    expect(settingsForPage(published, { share: true })).toBe(published);
  });
});
