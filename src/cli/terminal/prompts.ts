import type { SelectOptions } from '@clack/prompts';
import { oneLine } from '../../base/text/unprintable';
import { given } from '../../core/given';

/** Prompts on stderr, sanitized like the output of `print` and `say`. They return undefined after Ctrl-C. */

interface Choice<Value> {
  value: Value;
  label: string;
  hint?: string;
}

interface Question {
  message: string;
  signal?: AbortSignal;
}

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
  const answer = await select<Value>({ ...onStderr(question), options: cleaned as SelectOptions<Value>['options'] });
  return isCancel(answer) ? undefined : answer;
}

export async function askYesNo({ initial = true, ...question }: Question & { initial?: boolean }) {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ ...onStderr(question), initialValue: initial });
  return isCancel(answer) ? undefined : answer;
}

export async function askText({
  initial = '',
  validate,
  ...question
}: Question & { initial?: string; validate?: (text: string) => string | undefined }): Promise<string | undefined> {
  const { text, isCancel } = await import('@clack/prompts');
  const answer = await text({
    ...onStderr(question),
    initialValue: oneLine(initial),
    defaultValue: '',
    ...(validate === undefined ? {} : { validate: (given = '') => validate(given) }),
  });
  return isCancel(answer) ? undefined : answer;
}

function onStderr({ message, signal }: Question) {
  return { message: oneLine(message), output: process.stderr, ...given({ signal }) };
}
