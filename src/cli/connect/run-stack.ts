import type { Settings } from '../../config';
import { type Stack, type StackOptions, startStack } from '../../worker/stack/stack';
import { listenForInterruption } from '../invocation/interruption';
import { openProcessLog } from '../terminal/logs';
import { say } from '../terminal/terminal';

/** Runs a stack until Ctrl-C or SIGTERM, or until one of its parts fails. */
export async function runStack(
  settings: Settings,
  options: Omit<StackOptions, 'settings' | 'log' | 'signal'>,
  onReady: (stack: Stack) => void,
): Promise<void> {
  const { log } = openProcessLog(settings);
  const interruption = listenForInterruption();
  try {
    const stack = await startStack({ ...options, settings, log, signal: interruption.signal });
    try {
      onReady(stack);
      await Promise.race([interruption.requested, stack.failure]);
      say('Stopping ...');
    } finally {
      await stack.close();
    }
  } catch (error) {
    // An interrupted start is not an error.
    if (!(interruption.signal.aborted && (error as Error).name === 'AbortError')) throw error;
  } finally {
    interruption.dispose();
  }
}
