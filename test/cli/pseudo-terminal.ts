import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const MAIN = resolve(__dirname, '../../dist/src/cli/main.js');

export interface TerminalOptions {
  cwd: string;
  columns?: number;
  env?: NodeJS.ProcessEnv;
}

export interface InTerminal {
  child: ChildProcess;
  /** Presses keys, such as `\x03` for Ctrl-C. */
  press(keys: string): void;
  /** Resolves when the screen has shown the text. */
  shows(text: string | RegExp): Promise<void>;
  finished: Promise<{ code: number | null; output: string }>;
}

/** Runs `deck` in a pseudo-terminal, with `script` from util-linux. */
export function deckInTerminal(args: readonly string[], { cwd, columns = 80, env = {} }: TerminalOptions): InTerminal {
  const words = [process.execPath, MAIN, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const { NO_COLOR: _, FORCE_COLOR: _force, CI: _ci, ...rest } = process.env;
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows 30 -echo; exec ${words}`, '/dev/null'], {
    cwd,
    env: { ...rest, TERM: 'xterm-256color', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    for (const listener of listeners) listener();
  });
  const finished = new Promise<{ code: number | null; output: string }>((done) => {
    child.once('close', (code) => done({ code, output }));
  });
  return {
    child,
    press: (keys) => void child.stdin!.write(keys),
    finished,
    shows: (text) =>
      new Promise((done, reject) => {
        const look = () => {
          if (typeof text === 'string' ? !output.includes(text) : !text.test(output)) return;
          listeners.delete(look);
          done();
        };
        listeners.add(look);
        void finished.then(() => reject(new Error(`ended without showing ${text}:\n${output}`)));
        look();
      }),
  };
}

/** Output without colors and cursor movements. */
export function plain(output: string): string {
  return output.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '');
}

export const COLOR = /\x1b\[\d+(;\d+)*m/;
