import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { packageRoot } from '../../src/base/io/package-root';
import { deck } from '../cli/deck';
import { announcedCodes, type Block, blocksOf } from './blocks';
import { excuseOf } from './plan';
import { type Ran, Shell } from './shell';

/** Replaces what a page shows by what it is here: ports, addresses, directories. */
export type Substitution = readonly [shown: string | RegExp, here: string];

export interface ReaderOptions {
  /** Where files of the reader go: blocks, and what terminals write. */
  directory: string;
  /** The settings file, with free ports. DECK_CONFIG names it in every terminal. */
  settingsFile: string;
  substitutions: readonly Substitution[];
  env?: NodeJS.ProcessEnv;
  /** Working directory (default: the checkout). Elsewhere, `deck` is the alias of the README. */
  cwd?: string;
  /** Runs after a block has changed the settings. */
  onSettings?: () => Promise<void>;
}

export interface Read {
  block: Block;
  ran: Ran;
}

/** Commands that run until Ctrl-C, and what they print when they are ready. */
const SERVERS: readonly (readonly [command: RegExp, ready: string])[] = [
  [/\bdeck dev\b/, 'Ready'],
  [/\bdeck worker\b/, 'worker ready'],
  [/\bdeck codec-server\b/, 'codec server ready'],
];

/** How long a deck may take to its review. */
const READY_MS = 240_000;

/** The file of a program that the page does not name. */
const PROGRAM = 'program.mts';

/** Reads a page like a new user: pastes its blocks in order, and opens another terminal after each server. */
export class Reader {
  readonly read: Read[] = [];
  private readonly programs = new Set<string>();
  private readonly pasted: string[] = [];
  private readonly terminals: Shell[] = [];
  private readonly options: Required<ReaderOptions>;
  private shell?: Shell;

  constructor(options: ReaderOptions) {
    this.options = { env: {}, cwd: packageRoot, onSettings: async () => undefined, ...options };
    mkdirSync(this.options.cwd, { recursive: true });
  }

  /** Runs the blocks of a page that are not excused. @returns how many */
  async readPage(page: string): Promise<number> {
    const blocks = blocksOf(page).filter(({ kind }) => kind !== 'mermaid');
    let count = 0;
    for (const [at, block] of blocks.entries()) {
      if (block.kind === 'text' || 'why' in excuseOf(block)) continue;
      const ran = await this.follow({ ...block, text: this.here(block.text) });
      count += 1;
      if (ran === undefined) continue;
      const shown = blocks[at + 1];
      this.read.push({ block, ran });
      expectAsShown(block, ran, shown?.kind === 'text' ? this.here(shown.text) : undefined);
    }
    return count;
  }

  /** Ctrl-C in every terminal. */
  async close(): Promise<void> {
    await Promise.all(this.terminals.map((terminal) => terminal.close()));
  }

  /** Output of the blocks that contain a text. */
  outputsOf(words: string): string[] {
    return this.read.filter(({ block }) => block.text.includes(words)).map(({ ran }) => ran.output);
  }

  here(text: string): string {
    return this.options.substitutions.reduce((before, [shown, here]) => before.replaceAll(shown, here), text);
  }

  private async follow(block: Block): Promise<Ran | undefined> {
    switch (block.kind) {
      case 'shell':
        return this.paste(block.text);
      case 'ts':
        this.programs.add((block.file ?? PROGRAM).replace('.mts', ''));
        writeFileSync(join(this.options.cwd, block.file ?? PROGRAM), `${block.text}\n`);
        return undefined;
      case 'yaml':
        addSettings(this.options.settingsFile, parse(block.text) as object);
        await this.options.onSettings();
        return undefined;
      case 'toml':
        appendFileSync(join(this.options.cwd, 'temporal.toml'), `${block.text}\n`);
        return undefined;
      default:
        // JSON: blocks.test.ts compares it with its schema.
        return undefined;
    }
  }

  /** TypeScript files of the page that no command has run. */
  get neverRun(): string[] {
    return [...this.programs].filter((name) => !this.pasted.some((text) => text.includes(`node ${name}.mjs`)));
  }

  /** Runs commands like a block of the page. */
  async paste(text: string): Promise<Ran | undefined> {
    this.pasted.push(text);
    const [, ready] = SERVERS.find(([command]) => command.test(text.split('\n').at(-1)!)) ?? [];
    if (ready !== undefined) {
      const terminal = this.shell ?? (await this.terminal());
      // It occupies this terminal; the next block needs another one.
      delete this.shell;
      terminal.start(text);
      await terminal.says(new RegExp(`${ready}|<failed`));
      expect(terminal.failures).toEqual([]);
      return undefined;
    }
    this.shell ??= await this.terminal();
    const [, decided] = /deck (?:review|resolve) ([^\s-]\S*)/.exec(text) ?? [];
    if (decided !== undefined && !text.includes('deck start')) await this.untilReady(decided);
    const [, opened] = /deck open (\S+)[\s\S]*deck watch \1/.exec(text) ?? [];
    const [ran] = await Promise.all([this.shell.run(text), opened === undefined ? undefined : this.approve(opened)]);
    return ran;
  }

  private async terminal(): Promise<Shell> {
    const { directory, settingsFile, cwd } = this.options;
    const env = { ...process.env, DECK_CONFIG: settingsFile, ...this.options.env };
    const terminal = new Shell(directory, env);
    this.terminals.push(terminal);
    if (cwd !== packageRoot) await terminal.run(`${deckAlias()}\ncd '${cwd}'`);
    return terminal;
  }

  /** A reader acts when the deck is ready for it. */
  private async untilReady(id: string): Promise<void> {
    for (const end = Date.now() + READY_MS; ; ) {
      const { stdout, stderr } = await this.deck('status', id, '--json');
      const { review, attention } = JSON.parse(stdout || '{}') as { review?: object; attention?: object };
      if (review !== undefined || attention !== undefined) return;
      if (Date.now() > end) throw new Error(`${id} does not wait for anyone:\n${stdout}${stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  /** What the reader does on the review page. */
  private async approve(id: string): Promise<void> {
    await this.untilReady(id);
    expect(await this.deck('review', id, '--approve', '--reviewer', 'me')).toMatchObject({ code: 0 });
  }

  private deck(...args: string[]) {
    const { settingsFile, directory } = this.options;
    return deck([...args, '--config', settingsFile], { cwd: directory });
  }
}

/** The README's line that defines `deck` in a terminal of the checkout. */
function deckAlias(): string {
  const line = blocksOf('README.md').flatMap(({ text }) => /^alias deck=.*$/m.exec(text) ?? []);
  expect(line).toHaveLength(1);
  return line[0]!;
}

/** Merges settings into a file, section by section. */
export function addSettings(file: string, added: object): void {
  const settings = parse(readFileSync(file, 'utf8')) as Record<string, object>;
  for (const [section, values] of Object.entries(added)) settings[section] = { ...settings[section], ...values };
  writeFileSync(file, stringify(settings));
}

/** Puts packages where `npm install` would: a link to this one as it is built, and links to those of the checkout. */
export function installed(directory: string, ...packages: string[]): void {
  const modules = join(directory, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(packageRoot, join(modules, 'durable-presentations'));
  for (const name of packages) symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name));
  symlinkSync('../typescript/bin/tsc', join(modules, '.bin', 'tsc'));
}

/** Every command exits with 0, or with the code in its comment; output is as shown, where `…` is any text. */
function expectAsShown(block: Block, ran: Ran, shown: string | undefined): void {
  const place = `${block.page}:${block.line}`;
  const codes = ran.failed.map(({ code }) => code);
  const failed = { place, codes, output: codes.length === announcedCodes(block).length ? '' : ran.output };
  expect(failed).toEqual({ place, codes: announcedCodes(block), output: '' });
  if (shown === undefined) return;
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  expect(ran.output).toMatch(new RegExp(parts.join('.*')));
}
