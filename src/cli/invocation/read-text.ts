import { readFile } from 'node:fs/promises';
import { isRecord } from '../../core/overlay';
import { badInput } from '../terminal/exit';

/** A text from a file, or from stdin (`-`), with what to call it in sentences. */
export async function readText(file: string): Promise<{ text: string; name: string }> {
  const name = file === '-' ? 'The text on stdin' : `The file ${file}`;
  let text = '';
  try {
    if (file === '-') for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk as string;
    else text = await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw badInput(`${name} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}.`);
  }
  return { text, name };
}

/** A JSON object from a file, or from stdin. @param what names the option in the sentence. @throws CliError */
export async function readObject(file: string, what: string): Promise<Record<string, unknown>> {
  const { text } = await readText(file);
  try {
    const value = JSON.parse(text) as unknown;
    if (isRecord(value)) return value;
  } catch {
    // Said below, as for any other JSON that is no object.
  }
  throw badInput(`${what}: ${file} is no JSON object.`);
}
