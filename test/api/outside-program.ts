import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../src/base/io/package-root';

const run = promisify(execFile);
const repository = (...parts: string[]) => join(packageRoot, ...parts);

export interface OutsideProgram {
  folder: string;
  /** Compiles a TypeScript file, types and all, against the installed package. @returns the JavaScript to run */
  compile(source: string): Promise<string>;
  /** Runs JavaScript in the folder. */
  node(args: string[], env?: NodeJS.ProcessEnv): Promise<{ stdout: string; stderr: string }>;
  remove(): void;
}

/**
 * A folder elsewhere with this package installed in it, as package.json offers it: compiled from the sources with its
 * declarations, and next to it only what a program of its own has.
 */
export async function outsideProgram(): Promise<OutsideProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'deck-outside-'));
  const installed = join(folder, 'node_modules', 'durable-presentations');
  mkdirSync(installed, { recursive: true });
  copyFileSync(repository('package.json'), join(installed, 'package.json'));
  symlinkSync(repository('docs'), join(installed, 'docs'));
  for (const name of ['@temporalio', 'zod'])
    symlinkSync(repository('node_modules', name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{}');

  const types = { types: ['node'], typeRoots: [repository('node_modules', '@types')] };
  await tsc(folder, 'package.tsconfig.json', {
    extends: repository('tsconfig.json'),
    compilerOptions: { ...types, rootDir: packageRoot, outDir: join(installed, 'dist'), declaration: true },
    include: [],
    // The second is loaded by its path, which no compiler follows.
    files: [repository('src', 'decks', 'api', 'index.ts'), repository('workflows', 'encoded-failures.ts')],
  });

  return {
    folder,
    async compile(source) {
      const name = basename(source);
      copyFileSync(source, join(folder, name));
      const compilerOptions = { ...types, target: 'es2022', module: 'node20', strict: true, skipLibCheck: true };
      await tsc(folder, 'program.tsconfig.json', { compilerOptions, files: [name] });
      return join(folder, name.replace(/\.(m?)ts$/, '.$1js'));
    },
    node: (args, env = {}) =>
      run(process.execPath, args, { cwd: folder, env: { ...process.env, ...env }, timeout: 600_000 }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function tsc(folder: string, name: string, config: object): Promise<void> {
  writeFileSync(join(folder, name), JSON.stringify(config));
  const compiler = repository('node_modules', 'typescript', 'bin', 'tsc');
  await run(process.execPath, [compiler, '-p', name], { cwd: folder }).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${name}: ${error.stdout || error.message}`);
  });
}
