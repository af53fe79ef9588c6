import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { deck } from './deck';

const folder = mkdtempSync(join(tmpdir(), 'deck-completion-'));
const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, HOME: folder, XDG_CONFIG_HOME: folder };
const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

/** A fake `deck` with two decks in the real output format; one has a title that looks like more IDs. */
beforeAll(async () => {
  const list = JSON.stringify([
    { workflowId: 'presentation/me/reefs-1', title: 'Reefs {"workflowId":"no"}, and more' },
    { workflowId: 'presentation/me/tea-1', title: 'Tea' },
  ]);
  writeFileSync(join(folder, 'list.json'), list);
  writeFileSync(join(folder, 'deck'), `#!/bin/sh\n[ "$1 $2" = "list --json" ] && cat ${folder}/list.json\n`);
  chmodSync(join(folder, 'deck'), 0o755);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await deck(['completion', shell], { cwd: folder });
    expect(code).toBe(0);
    writeFileSync(join(folder, shell === 'zsh' ? '_deck' : `deck.${shell}`), stdout);
  }
});

/** The proposals of a shell for the last word of a line. */
const proposals: Record<string, (words: string[]) => string[]> = {
  bash(words) {
    const script = `. ${folder}/deck.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _deck; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return linesOf(execFileSync('bash', ['-c', script, 'bash', ...words], { env, encoding: 'utf8' }));
  },
  zsh(words) {
    // zsh completes only within its line editor, so the two builtins that receive proposals are replaced.
    const script = `
      compdef() { :; }; . ${folder}/_deck
      compadd() { while [[ $1 == -* ]]; do shift; done; print -l -- "$@"; }
      _describe() { shift; while [[ $1 == option || $1 == command ]]; do shift; done; print -l -- "\${(@)\${(P)1}%%:*}"; }
      _files() { :; }
      words=("$@"); CURRENT=$#; _deck`;
    return linesOf(execFileSync('zsh', ['-f', '-c', script, 'zsh', ...words], { env, encoding: 'utf8' }));
  },
  fish(words) {
    const script = `source ${folder}/deck.fish; complete -C '${words.join(' ')}'`;
    return linesOf(execFileSync('fish', ['-N', '-c', script], { env, encoding: 'utf8' })).map(
      (line) => line.split('\t')[0]!,
    );
  },
};
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

describe.each(['bash', 'zsh', 'fish'].filter(has))('in %s', (shell) => {
  const propose = (...words: string[]) => proposals[shell]!(words);

  it('commands are proposed', () => {
    expect(propose('deck', '')).toEqual(expect.arrayContaining(['run', 'list', 'batch', 'completion', 'mcp']));
  });

  it('subcommands are proposed', () => {
    const below = propose('deck', 'batch', '');
    expect(below).toEqual(expect.arrayContaining(['start', 'status', 'pause']));
    expect(below).not.toContain('list');
  });

  it('only options of the command are proposed', () => {
    const options = propose('deck', 'batch', 'start', '--');
    expect(options).toEqual(expect.arrayContaining(['--concurrency', '--review', '--config']));
    expect(options).not.toContain('--stage');
  });

  it('values of an option are proposed', () => {
    expect(propose('deck', 'list', '--stage', 'rev')).toContain('review');
    expect(propose('deck', 'start', 'Title', '--provider', '').sort()).toEqual(['alternative', 'default']);
  });

  it('fixed words of an argument are proposed', () => {
    expect(propose('deck', 'completion', '')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
  });

  it('deck IDs are proposed for deck arguments', () => {
    const ids = ['presentation/me/reefs-1', 'presentation/me/tea-1'];
    for (const command of ['status', 'review', 'watch']) expect(propose('deck', command, 'pres').sort()).toEqual(ids);
    expect(propose('deck', 'usage', 'pres')).toEqual([]);
  });
});

it('bash is among the shells', () => {
  expect(has('bash')).toBe(true);
});

it('an unreachable server yields no proposals and no output', () => {
  writeFileSync(join(folder, 'deck'), '#!/bin/sh\necho failure >&2\nexit 6\n');
  expect(proposals.bash!(['deck', 'status', ''])).not.toContain('failure');
});

it('an unknown shell is rejected with the supported ones', async () => {
  const { code, stderr } = await deck(['completion', 'tcsh'], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('bash, zsh, fish') });
});
