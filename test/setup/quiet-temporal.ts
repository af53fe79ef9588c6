import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Failing activities are what many tests are about; the SDK would print each. */
export function quietTemporal(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch {
    // The process keeps its runtime, and an earlier test file has installed it.
  }
}
