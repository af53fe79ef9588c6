import { Bench, type BenchOptions, Blocked } from './bench';
import { Mismatch } from './expect';
import { NotRecorded, type Redactor } from './record';
import type { Check } from './suite';
import { NoAnswer } from './traffic';

export interface Judged extends Pick<Check, 'title' | 'rules'> {
  creates: boolean;
  state: 'passed' | 'failed' | 'not run';
  /** What was expected and what came, or why the check did not run. */
  sentence?: string;
}

export interface VerifyOptions extends Omit<BenchOptions, 'signal'> {
  checks: readonly Check[];
  /** Whether checks run that create what the account pays for. */
  creates: boolean;
  redactor: Redactor;
  signal: AbortSignal;
}

/** Why no service can be judged. */
export class NoService extends Error {
  constructor(
    readonly reason: 'unreachable' | 'refused' | 'other',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Runs the checks, one after the other, and yields what each has shown.
 * @throws NoService if the first call, a token grant, fails
 */
export async function* verify(options: VerifyOptions): AsyncGenerator<Judged> {
  const { checks, creates, redactor, signal, traffic } = options;
  const bench = new Bench(options);
  await knock(bench, redactor);
  for (const check of checks) {
    const { title, rules, creates: isCreating = false } = check;
    const about = { title, rules, creates: isCreating };
    if (isCreating && !creates) {
      yield { ...about, state: 'not run', sentence: 'it creates what the account pays for' };
      continue;
    }
    traffic.begin(title);
    try {
      await check.run(bench);
      yield { ...about, state: 'passed' };
    } catch (error) {
      signal.throwIfAborted();
      yield { ...about, ...judgement(error as Error, redactor) };
    }
  }
}

async function knock(bench: Bench, redactor: Redactor): Promise<void> {
  const { signal, traffic } = bench.options;
  traffic.begin('');
  const { status, code, msg, text } = await bench.granted().catch((error) => {
    signal.throwIfAborted();
    throw error instanceof NoAnswer ? new NoService('unreachable', error.message) : error;
  });
  if (code === 0) return;
  if (code === undefined)
    throw new NoService('other', redactor.clean(`HTTP ${status} and no JSON envelope: ${text.slice(0, 100)}`));
  throw new NoService('refused', redactor.clean(`${msg} (${code})`));
}

function judgement(error: Error, redactor: Redactor): Pick<Judged, 'state' | 'sentence'> {
  if (error instanceof Blocked || error instanceof NotRecorded)
    return { state: 'not run', sentence: redactor.clean(error.message) };
  if (error instanceof Mismatch) return { state: 'failed', sentence: redactor.clean(error.message) };
  if (error instanceof NoAnswer)
    return { state: 'failed', sentence: `expected an answer; came none (${error.message})` };
  // A check read a field of an answer that has another form.
  return { state: 'failed', sentence: redactor.clean(`expected data of another form; ${error.message}`) };
}
