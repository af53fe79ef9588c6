/** The entry point of the thread that checks files. */
import { readFile } from 'node:fs/promises';
import { BrandError } from '../brand/brand-error';
import { answering } from '../threads/answering';
import { checkFile } from './check-file';
import type { Checked, CheckRequest } from './checker';

export default answering(async ({ path }: CheckRequest): Promise<Checked> => {
  const bytes = await readFile(path);
  try {
    return { report: await checkFile(bytes) };
  } catch (error) {
    if (error instanceof BrandError) return { unusable: error.message };
    throw error;
  }
});
