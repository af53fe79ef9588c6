import { exitCodes } from '../terminal/exit';
import { say } from '../terminal/terminal';

/** Combines Ctrl-C, SIGTERM and a closed terminal into one signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Resolves when the command must stop. */
  readonly requested: Promise<void>;
  /** Has the effect of Ctrl-C, for prompts that read the key themselves. */
  request(): void;
  /** Leaves Ctrl-C to another program while it controls the terminal. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. */
const DEBOUNCE_MS = 300;

/** The first signal requests an orderly shutdown; the second one exits immediately. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let lent = false;
  let requestedAt = 0;
  const request = () => {
    if (!controller.signal.aborted) {
      requestedAt = Date.now();
      controller.abort();
    } else if (Date.now() - requestedAt > DEBOUNCE_MS) {
      say('Exiting immediately.');
      process.exit(exitCodes.interrupted);
    }
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (!(lent && signal === 'SIGINT')) request();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    requested: new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve(), { once: true })),
    request,
    async during(work) {
      lent = true;
      try {
        return await work();
      } finally {
        lent = false;
      }
    },
    dispose() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
