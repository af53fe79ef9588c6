import { AsyncLocalStorage, createHook as createAsyncHook } from 'node:async_hooks';
import { resolve } from 'node:path';
import { promiseHooks } from 'node:v8';
import { TestEnvironment } from 'jest-environment-node';
import { holdUnitBudget } from './cpu-budget';
import { cpuTime, cpuTimeOfChildren } from './cpu-time';
import { forgetFormerBuild, lasting, loadedByNode } from './native';
import * as warm from './warm';

/**
 * Node keeps every `AsyncLocalStorage` that was ever entered, and every promise hook, for as long as the process lives, and
 * serves them at every promise. Each test file loads modules of its own, so a process that runs sixty files would serve those
 * of all of them: here they end with their file.
 */
const entered = new Set<AsyncLocalStorage<unknown>>();
// One stays: without any, Node takes its own promise hooks away in the middle of a promise, and ends the process for it.
new AsyncLocalStorage<undefined>().run(undefined, () => {});
const stops = new Set<() => void>();
/** Whether the current test file uses the Temporal SDK of the process, whose hooks stay. */
let isWarm = false;

for (const name of ['run', 'enterWith'] as const) {
  const original = AsyncLocalStorage.prototype[name] as (...args: unknown[]) => unknown;
  Object.assign(AsyncLocalStorage.prototype, {
    [name](this: AsyncLocalStorage<unknown>, ...args: unknown[]) {
      if (!lasting.has(this)) entered.add(this);
      return original.apply(this, args);
    },
  });
}
const { createHook } = promiseHooks;
promiseHooks.createHook = (callbacks) => {
  const stop = createHook(callbacks) as unknown as () => void;
  if (!isWarm) stops.add(stop);
  return stop;
};

/**
 * Node tells hooks before and after each promise, and ends the process when the two do not match: hooks must not go
 * while a promise is being worked on, as all of this function's callers are.
 */
function outsideOfPromises(act: () => void): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      act();
      resolve();
    });
  });
}

/** Jest's own process calls it from global-teardown.ts. */
const ends = globalThis as { closeWarm?: () => Promise<void> };
// One of Jest's worker processes is ended, or loses its parent. The product in it would stay.
const END = 2;
if (process.send) {
  process.on('message', (message: unknown) => {
    if (Array.isArray(message) && message[0] === END) process.exit();
  });
  process.once('disconnect', () => process.exit());
}

const coldFiles = new Set(Object.keys(require('./cold')).map((name) => resolve(__dirname, '..', `${name}.test.ts`)));
/** `DECK_TEST_BUILD=skip` may leave an older build, so that the sources are what to test. */
function usesBuild(path: string, project: string | undefined): boolean {
  if (process.env.DECK_TEST_BUILD === 'skip' || coldFiles.has(path)) return false;
  return project === 'integration' || project === 'browser' || (project === 'unit' && buildIsCurrent());
}

/** Unit tests need no build, but take half of the time with one. */
function buildIsCurrent(): boolean {
  if (Date.now() - looked.at > 2000) {
    const { reasonToBuild } = require('../../bin/build.js') as { reasonToBuild(): string | undefined };
    looked = { at: Date.now(), isCurrent: reasonToBuild() === undefined };
  }
  return looked.isCurrent;
}
let looked = { at: 0, isCurrent: false };

export default class ForgetfulEnvironment extends TestEnvironment {
  private readonly warm: boolean;
  private readonly path: string;
  private readonly project: string | undefined;
  private before = { own: 0, children: 0 };
  private readonly env = { ...process.env };

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.path = context.testPath;
    this.project = config.projectConfig.displayName?.name;
    this.warm = usesBuild(this.path, this.project);
  }

  override async setup(): Promise<void> {
    await super.setup();
    this.before = { own: cpuTime(), children: cpuTimeOfChildren() };
    isWarm = this.warm;
    if (!this.warm) return;
    if (forgetFormerBuild()) await warm.closeWarm();
    this.global.loadedByNode = loadedByNode;
    this.global.warm = warm;
    ends.closeWarm = warm.closeWarm;
    // Modules that Node has loaded read the environment of the process, of which Jest gives tests a copy.
    this.global.process.env = process.env;
    // The Temporal SDK recognizes dates by their class.
    this.global.Date = Date;
  }

  override async teardown(): Promise<void> {
    const own = (cpuTime() - this.before.own) / 1000;
    const children = (cpuTimeOfChildren() - this.before.children) / 1000;
    const parts = children > 0 ? ` (${children.toFixed(1)} s in processes)` : '';
    if (process.env.DECK_TEST_CPU) process.stderr.write(`${(own + children).toFixed(1)} s  ${this.path}${parts}\n`);
    await outsideOfPromises(() => {
      for (const storage of entered) storage.disable();
      for (const stop of stops) stop();
      entered.clear();
      stops.clear();
      // Stopping a promise hook stops those of the storages that stay, too: this starts them again. Without a product that
      // stays there are none, and Node 20 can abort here after test/replay/prefix.
      if (ends.closeWarm) {
        createAsyncHook({ init() {} })
          .enable()
          .disable();
      }
    });
    if (this.warm) {
      for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
      Object.assign(process.env, this.env);
      process.exitCode = undefined;
    }
    // Jest takes the properties of global objects away.
    for (const name of ['loadedByNode', 'warm']) delete this.global[name];
    await super.teardown();
    if (this.project === 'unit' && !process.env.DECK_DEEP) holdUnitBudget(own);
  }
}
