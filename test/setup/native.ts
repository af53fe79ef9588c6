import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

const root = resolve(__dirname, '../..');
const dist = join(root, 'dist');

/** Storages of modules that outlive a test file. */
export const lasting = new WeakSet<AsyncLocalStorage<unknown>>();

class LastingStorage extends AsyncLocalStorage<unknown> {
  constructor() {
    super();
    lasting.add(this);
  }
}

/**
 * The compiled product and its packages, loaded by Node: once for all test files of a process, and outside of Jest's VM, where
 * loading them takes six seconds of processor time.
 */
export function loadedByNode(name: string): unknown {
  const path = compiled(name);
  if (path === undefined) return undefined;
  const original = asyncHooks.AsyncLocalStorage;
  asyncHooks.AsyncLocalStorage = LastingStorage as typeof AsyncLocalStorage;
  try {
    return require(path);
  } finally {
    asyncHooks.AsyncLocalStorage = original;
  }
}

function compiled(name: string): string | undefined {
  if (name.startsWith('node_modules/')) return join(root, name);
  const path = join(dist, name.replace(/\.ts$/, '.js'));
  return existsSync(path) ? path : undefined;
}

/** After a new build, in a process that watches, nothing of the former one is used. @returns whether there was one. */
export function forgetFormerBuild(): boolean {
  const build = readFileSync(join(dist, 'complete'), 'utf8');
  const isFormer = loaded !== undefined && loaded !== build;
  if (isFormer) {
    for (const path of Object.keys(require.cache)) if (path.startsWith(dist + sep)) delete require.cache[path];
  }
  loaded = build;
  return isFormer;
}
let loaded: string | undefined;
