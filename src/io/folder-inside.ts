import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A link below a folder leads out of it. */
export class LeadsOutside extends Error {
  override name = 'LeadsOutside';
}

/**
 * Makes a folder below `root` with those above it. The root may be a link itself; below it, nothing is made behind a link
 * that leads somewhere else, so that nobody who can write there chooses where files of others go.
 * @throws LeadsOutside
 */
export async function makeFolderInside(root: string, folder: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const real = await realpath(root);
  let place = root;
  for (const part of relative(root, folder).split(sep).filter(Boolean)) {
    place = join(place, part);
    await mkdir(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    const led = await realpath(place).catch(() => undefined);
    if (led === undefined || !led.startsWith(real.endsWith(sep) ? real : real + sep)) {
      throw new LeadsOutside(`${part} is a link that leads out of the folder`);
    }
  }
}
