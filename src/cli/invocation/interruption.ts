import { exitCodes } from '../terminal/exit';
import { say } from '../terminal/terminal';

/** Ctrl-C, SIGTERM and a closed terminal as one signal. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** Resolves when the command is to end. */
  readonly requested: Promise<void>;
  /** Ends the command as Ctrl-C does, for prompts that read the key themselves. */
  request(): void;
  /** While another program has the terminal, Ctrl-C is its own. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
  dispose(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One Ctrl-C below npm comes twice: from the terminal, and passed on by npm. */
const SAME_KEY_MS = 300;

/** The first signal asks for an orderly end; the second one ends the process at once. */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  let lent = false;
  let requestedAt = 0;
  const request = () => {
    if (!controller.signal.aborted) {
      requestedAt = Date.now();
      controller.abort();
    } else if (Date.now() - requestedAt > SAME_KEY_MS) {
      say('Ending at once.');
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
