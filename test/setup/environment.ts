import { AsyncLocalStorage } from 'node:async_hooks';
import { promiseHooks } from 'node:v8';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Node keeps every `AsyncLocalStorage` that was ever entered, and every promise hook, for as long as the process lives, and
 * serves them at every promise. Each test file loads modules of its own, so a process that runs sixty files would serve those
 * of all of them: here they end with their file.
 */
const entered = new Set<AsyncLocalStorage<unknown>>();
// One stays: without any, Node takes its own promise hooks away in the middle of a promise, and ends the process for it.
new AsyncLocalStorage<undefined>().run(undefined, () => {});
const stops = new Set<() => void>();

for (const name of ['run', 'enterWith'] as const) {
  const original = AsyncLocalStorage.prototype[name] as (...args: unknown[]) => unknown;
  Object.assign(AsyncLocalStorage.prototype, {
    [name](this: AsyncLocalStorage<unknown>, ...args: unknown[]) {
      entered.add(this);
      return original.apply(this, args);
    },
  });
}
const { createHook } = promiseHooks;
promiseHooks.createHook = (callbacks) => {
  const stop = createHook(callbacks) as unknown as () => void;
  stops.add(stop);
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

export default class ForgetfulEnvironment extends TestEnvironment {
  override async teardown(): Promise<void> {
    await outsideOfPromises(() => {
      for (const storage of entered) storage.disable();
      for (const stop of stops) stop();
      entered.clear();
      stops.clear();
    });
    await super.teardown();
  }
}
