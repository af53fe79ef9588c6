import type { SelectOptions } from '@clack/prompts';
import { oneLine } from '../../text/unprintable';

/** Questions to a person in a terminal, on stderr. What is asked is cleaned here, as `print` and `say` clean what they write. */

export interface Choice<Value> {
  value: Value;
  label: string;
  hint?: string;
}

interface Question {
  message: string;
  signal?: AbortSignal;
}

/** One of several. Undefined after Ctrl-C, as with all of these. */
export async function choose<Value extends string | number>({
  options,
  ...question
}: Question & { options: Choice<Value>[] }): Promise<Value | undefined> {
  const { select, isCancel } = await import('@clack/prompts');
  const cleaned = options.map(({ value, label, hint }) => ({
    value,
    label: oneLine(label),
    ...(hint === undefined ? {} : { hint: oneLine(hint) }),
  }));
  const answer = await select<Value>({ ...onScreen(question), options: cleaned as SelectOptions<Value>['options'] });
  return isCancel(answer) ? undefined : answer;
}

export async function askYesNo({ initial = true, ...question }: Question & { initial?: boolean }) {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ ...onScreen(question), initialValue: initial });
  return isCancel(answer) ? undefined : answer;
}

export async function askText({
  initial = '',
  fault,
  ...question
}: Question & { initial?: string; fault?: (text: string) => string | undefined }): Promise<string | undefined> {
  const { text, isCancel } = await import('@clack/prompts');
  const answer = await text({
    ...onScreen(question),
    initialValue: oneLine(initial),
    defaultValue: '',
    ...(fault === undefined ? {} : { validate: (given = '') => fault(given) }),
  });
  return isCancel(answer) ? undefined : answer;
}

function onScreen({ message, signal }: Question) {
  return { message: oneLine(message), output: process.stderr, ...(signal === undefined ? {} : { signal }) };
}
