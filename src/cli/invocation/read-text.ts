import { readFile } from 'node:fs/promises';
import { readFailure } from '../../base/io/read-failure';
import { isRecord } from '../../core/overlay';
import { badInput } from '../terminal/exit';

/** Reads a file, or stdin (`-`). The returned name is for error messages. */
export async function readText(file: string): Promise<{ text: string; name: string }> {
  const name = file === '-' ? 'The text on stdin' : `The file ${file}`;
  let text = '';
  try {
    if (file === '-') for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk as string;
    else text = await readFile(file, 'utf8');
  } catch (error) {
    throw badInput(`${name} ${readFailure(error)}.`);
  }
  return { text, name };
}

/** Reads a JSON object from a file or stdin. @param option for error messages @throws CliError */
export async function readObject(file: string, option: string): Promise<Record<string, unknown>> {
  const { text } = await readText(file);
  try {
    const value = JSON.parse(text) as unknown;
    if (isRecord(value)) return value;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw badInput(`${option}: ${file} must contain a JSON object.`);
}
