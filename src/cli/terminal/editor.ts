import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, exitCodes } from './exit';

/** Opens a text in $VISUAL, $EDITOR or vi and returns the saved text. */
export async function editText(text: string, fileName: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
  const directory = await mkdtemp(join(tmpdir(), 'deck-'));
  const file = join(directory, fileName);
  try {
    await writeFile(file, text, { mode: 0o600 });
    await runEditor(editor, file);
    return await readFile(file, 'utf8');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs through the shell, as in git, because $EDITOR may contain arguments. Uses stderr, as stdout may be a pipe. */
function runEditor(editor: string, file: string): Promise<void> {
  const cannot = (reason: string) =>
    new CliError(exitCodes.failure, `The editor ${editor} ${reason}. Set EDITOR to an installed editor.`);
  return new Promise((resolve, reject) => {
    const child =
      process.platform === 'win32'
        ? spawn(editor, [file], { stdio: [0, 2, 2], shell: true })
        : spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: [0, 2, 2] });
    child.once('error', (error) => reject(cannot(`cannot be started (${error.message})`)));
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(cannot(code === 127 ? 'is not installed' : `exited with ${signal ?? `code ${code}`}`));
    });
  });
}
