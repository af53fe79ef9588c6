/** The entry point of the thread that checks files. */
import { readFile } from 'node:fs/promises';
import { answering } from '../../base/threads/answering';
import { BrandError } from '../brand/brand-error';
import { checkFile } from './check-file';
import type { Checked, CheckRequest } from './checker';
import { checkImages } from './missing-images';

/** Images of slides, and archives of them. */
const IMAGES = /\.(?:png|jpe?g|zip)$/i;

export default answering(async ({ path }: CheckRequest): Promise<Checked> => {
  const bytes = await readFile(path);
  try {
    return { report: IMAGES.test(path) ? checkImages(bytes) : await checkFile(bytes) };
  } catch (error) {
    if (error instanceof BrandError) return { unusable: error.message };
    throw error;
  }
});
