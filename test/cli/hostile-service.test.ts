import { setTimeout as pause } from 'node:timers/promises';
import { unprintableFault } from '../../src/base/text/unprintable';
import { deck as deckIn, folderWith, launch, processesOf, QUICK_POLLING, type RunningDeck } from './deck';
import { ATTACKS, FORGED, startHostileService } from './hostile-service';
import { deckInTerminal } from './pseudo-terminal';

/** The service runs in its own directory; everything else uses it through a hostile proxy. */
const serving = folderWith();
let service: RunningDeck;
let hostile: Awaited<ReturnType<typeof startHostileService>>;
let cwd = '';
let dev: RunningDeck;

const deck = (...args: string[]) => deckIn(args, { cwd });
const inTerminal = (args: string[], columns = 100) => deckInTerminal(args, { cwd, columns });

beforeAll(async () => {
  service = launch(['service'], { cwd: serving });
  const address = new Promise<string>((found) =>
    service.child.stdout!.on('data', (text: string) => {
      const [, url] = /service ready (\S+)/.exec(text) ?? [];
      if (url !== undefined) found(url);
    }),
  );
  hostile = await startHostileService(await address);
  cwd = folderWith({ service: { baseUrl: hostile.url }, workflow: { polling: QUICK_POLLING } });
  dev = launch(['dev'], { cwd });
  await dev.says('Ready.');
  for (const request of ['waiting', 'second']) {
    await deck('start', `Tea ${request}`, '--uid', 'u1', '--key', request);
    await reached(request, 'review');
  }
  await deck('start', 'Coffee', '--uid', 'u1', '--key', 'done', '--review', 'off', '--wait');
});

afterAll(async () => {
  for (const running of [dev, service]) {
    running.child.kill('SIGINT');
    await running.finished;
  }
  await hostile.close();
  expect([...processesOf(cwd), ...processesOf(serving)]).toEqual([]);
});

async function reached(request: string, stage: string): Promise<void> {
  for (;;) {
    const { stdout } = await deck('status', `u1/${request}`, '--json');
    if (stdout !== '' && JSON.parse(stdout).stage === stage) return;
    await pause(100);
  }
}

/** Styles and cursor movements of the command and its prompts. */
const OWN = /\x1b\[(?:\d{1,2}m|2K|J|\d*[ABCDGHK]|\?25[hl]|\d+;\d+H|999D)/g;

/** Control characters that are not the command's own styles and movements. */
function foreign(output: string): string[] {
  const rest = output
    .replace(OWN, '')
    .replaceAll('\r\n', '\n')
    .replace(/^\r|\r(?=\n|$)/gm, '');
  return [...rest].filter((character) => {
    const code = character.codePointAt(0)!;
    return (
      (code < 0x20 && character !== '\n' && character !== '\r') ||
      (code >= 0x7f && code <= 0x9f) ||
      /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(character)
    );
  });
}

function requireClean(output: string): void {
  expect(output).toContain('52;c;ZXZpbA==');
  expect(foreign(output)).toEqual([]);
  for (const attack of Object.values(ATTACKS).filter((one) => one !== '\r')) expect(output).not.toContain(attack);
  expect(output.replace(OWN, '')).not.toMatch(new RegExp(`[\\r\\n] *${FORGED}`));
}

describe('texts of a hostile service', () => {
  const listing = [
    ['service', 'list', 'topics'],
    ['service', 'list', 'options'],
    ['service', 'list', 'templates'],
    ['service', 'list', 'designs', '--uid', 'u1'],
    ['status', 'u1/waiting'],
    ['status', 'u1/done'],
    ['list'],
    ['list', '--search', 'Tea'],
    ['review', 'u1/done'],
    ['watch', 'u1/done'],
  ].map((args): [string, string[]] => [args.join(' '), args]);
  const silent = new Set(['watch u1/done', 'status u1/waiting', 'status u1/done', 'list', 'list --search Tea']);

  it.each(listing)('%s: no control reaches a terminal, and no line is forged', async (line, args) => {
    const { output } = await inTerminal(args).finished;
    if (silent.has(line)) expect(foreign(output)).toEqual([]);
    else requireClean(output);
  });

  it.each(listing.filter(([line]) => !line.startsWith('watch')))('%s: nor a pipe', async (_line, args) => {
    const { stdout, stderr } = await deck(...args);
    expect(foreign(stdout + stderr)).toEqual([]);
    expect(stdout + stderr).not.toMatch(new RegExp(`^ *${FORGED}`, 'm'));
  });

  it.each(['topics', 'options', 'designs --uid u1'].map((list) => `service list ${list}`).concat('review u1/waiting'))(
    '%s --json escapes them without loss',
    async (line) => {
      const { stdout } = await deck(...line.split(' '), '--json');
      expect(foreign(stdout)).toEqual([]);
      expect(stdout.trimEnd()).not.toContain('\n');
      // Parsed, the JSON contains the original text.
      const texts = JSON.stringify(JSON.parse(stdout));
      expect(texts).toContain(ATTACKS.reorders);
      expect(texts).toContain(JSON.stringify(ATTACKS.clipboard).slice(1, -1));
    },
  );

  it('a rejection is one line, and its remedy another', async () => {
    const { output, code } = await inTerminal(['service', 'design', 'rename', '123456', 'x', '--uid', 'u1']).finished;
    expect(code).not.toBe(0);
    expect(foreign(output)).toEqual([]);
    const lines = output.trimEnd().split('\n');
    expect(lines.map((line) => line.trim())).toEqual([
      expect.stringContaining('No design 123456'),
      'deck service list designs --uid u1',
    ]);
  });

  it('watch and its board', async () => {
    const watching = inTerminal(['watch', 'u1/waiting', 'u1/second'], 160);
    await watching.shows('waiting');
    await pause(1_500);
    watching.press('\x03');
    expect(foreign((await watching.finished).output)).toEqual([]);
  });

  it('review in a terminal: text, prompts, diff and revisions', async () => {
    const reviewing = inTerminal(['review', 'u1/waiting'], 160);
    await reviewing.shows('Decide later');
    reviewing.press('\x03');
    requireClean((await reviewing.finished).output);

    const shown = (await deck('review', 'u1/waiting')).stdout;
    const { code } = await deckIn(
      ['review', 'u1/waiting', '--edit', '-', '--reviewer', `Ann${ATTACKS.reorders}\n${FORGED}`],
      {
        cwd,
        input: shown.replace(/^# .*$/m, '# Mine'),
      },
    );
    expect(code).toBe(0);
    requireClean((await inTerminal(['review', 'u1/waiting', '--diff']).finished).output);
    const revisions = (await inTerminal(['review', 'u1/waiting', '--revisions'], 200).finished).output;
    expect(foreign(revisions)).toEqual([]);
    expect(revisions).toContain(`by Ann`);
    expect(revisions.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('an edit with controls', () => {
  it.each(Object.entries(ATTACKS).filter(([name]) => name !== 'returns'))(
    '%s: is rejected with a message',
    async (_name, attack) => {
      const { code, stdout, stderr } = await deckIn(['review', 'u1/second', '--edit', '-'], {
        cwd,
        input: `# Tea\n\n## One ${attack}\n`,
      });
      expect(stderr).toMatch(
        /^The text on stdin contains the character U\+[0-9A-F]{4,5} in line 3, which can hide or reorder text on a screen; remove it\.\n$/,
      );
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    },
  );

  it('the editor gets the text without them', async () => {
    const editor = 'sed -i s/Tea/Milk/';
    const reviewing = deckInTerminal(['review', 'u1/second'], { cwd, columns: 160, env: { EDITOR: editor } });
    await reviewing.shows('Decide later');
    reviewing.press('\x1b[B\r');
    await reviewing.shows('is revision 2');
    await reviewing.shows(/is revision 2[\s\S]*Decide later/);
    reviewing.press('\x03');
    const { output } = await reviewing.finished;
    requireClean(output);
    const { outline } = JSON.parse((await deck('review', 'u1/second', '--json')).stdout);
    expect(outline).toContain('Milk');
    expect(unprintableFault(outline, 'the outline')).toBeUndefined();
  });
});
