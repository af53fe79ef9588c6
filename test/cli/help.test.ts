import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Command } from 'commander';
import { examples } from '../../src/cli/examples';
import { createProgram } from '../../src/cli/program';
import { deck, folderWith } from './deck';
import { commandsOf, REFERENCE_FILE, referenceText, WRITE_REFERENCE } from './reference';

const paths = commandsOf().map(({ path }) => path);

/** Splits a line like a shell, as far as the examples need it. */
function argumentsOf(line: string): string[] {
  const [command = ''] = line.split(' > ');
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  expect(words[0]).toBe('deck');
  return words.slice(1);
}

/** The program with actions that only record the parsed command. */
function parserOnly(): { program: Command; meant: string[] } {
  const program = createProgram('0.0.0');
  const meant: string[] = [];
  for (const { path, command } of commandsOf(program)) {
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
    command.action(() => void meant.push(path));
  }
  return { program, meant };
}

test('there are at most 59 commands', () => {
  expect(paths.length).toBeLessThanOrEqual(59);
});

test('--format accepts ppt, its value on the wire, for pptx', async () => {
  const { stderr } = await deck(['start', 'Tea', '--format', 'ppt,doc'], { cwd: folderWith() });
  expect(stderr).toBe('--format: unknown format "doc". Available: pptx, pdf, png, jpeg.\n');
});

describe('the help of a command', () => {
  it.each(paths)('deck %s has a description, examples, variables and exit codes', async (path) => {
    const { stdout, code } = await deck([...path.split(' '), '--help'], { cwd: tmpdir() });
    expect(code).toBe(0);
    for (const part of ['Usage: deck', 'Examples:', 'Environment:', 'Exit codes:']) expect(stdout).toContain(part);
    for (const [line, description] of examples[path]!) {
      expect(stdout).toContain(line);
      expect(stdout).toContain(description);
    }
  });

  it.each(['list', 'mcp', 'batch'])('is the same with deck help %s', async (name) => {
    const [help, option] = await Promise.all(
      [
        ['help', name],
        [name, '--help'],
      ].map((args) => deck(args, { cwd: tmpdir() })),
    );
    expect(help).toEqual(option);
    expect(help!.stdout).toContain(`Usage: deck ${name}`);
  });
});

describe('examples', () => {
  it('exist for every command, two to four each, and for nothing else', () => {
    expect(Object.keys(examples).sort()).toEqual([...paths].sort());
    for (const [path, lines] of Object.entries(examples)) {
      expect({ path, fits: lines.length >= 2 && lines.length <= 4 }).toEqual({ path, fits: true });
    }
  });

  it.each(Object.entries(examples).flatMap(([path, lines]) => lines.map(([line]) => [line, path])))(
    '%s is a valid command line',
    async (line, path) => {
      const { program, meant } = parserOnly();
      await program.parseAsync(argumentsOf(line!), { from: 'user' });
      const [said] = meant;
      // Examples of a command with subcommands use those.
      expect(said === path || said?.startsWith(`${path} `)).toBe(true);
    },
  );

  it('would fail if the parser rejected one', async () => {
    const { program } = parserOnly();
    await expect(program.parseAsync(argumentsOf('deck list --stages review'), { from: 'user' })).rejects.toThrow();
  });
});

describe('docs/command-line.md', () => {
  it(`is current; otherwise run ${WRITE_REFERENCE}`, () => {
    if (process.env.DECK_WRITE_DOCS === '1') writeFileSync(REFERENCE_FILE, referenceText());
    expect(readFileSync(REFERENCE_FILE, 'utf8')).toBe(referenceText());
  });
});
