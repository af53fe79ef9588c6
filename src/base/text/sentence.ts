import { rustReason } from './rust-reason';

/** Capitalizes the text unless it starts with a name, and ends it with a period or a colon. */
export function sentence(text: string): string {
  const line = text.trim();
  if (line === '') return '';
  const capital = /^[a-z]+[ ,]/.test(line) ? line[0]!.toUpperCase() + line.slice(1) : line;
  return /[.!?…:]$/.test(capital) ? capital : `${capital}.`;
}

/** Returns one sentence for any error. For gRPC errors, it uses the server's message from the details of the cause. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof Error)) return sentence(String(error));
  const { code, path } = error as Error & { code?: string; path?: string };
  if (code !== undefined && path !== undefined) return sentence(`“${path}” cannot be read or written (${code})`);
  const said = [error, error.cause].map((one) => (one as { details?: unknown } | undefined)?.details);
  // Temporal's errors have a list of the same name.
  const details = said.find((one): one is string => typeof one === 'string' && one !== '');
  const text = details ?? (error.message || error.name);
  return sentence(rustReason(text.split('\n')[0] ?? text));
}
