import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A symbolic link inside a directory leads out of it. */
export class LeadsOutside extends Error {
  override name = 'LeadsOutside';
}

/**
 * Creates a directory below `root`, including its parents. The root itself may be a symbolic link. Below it, links out of the
 * root are rejected, so that a user with write access cannot redirect the files of others.
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
      throw new LeadsOutside(`${part} is a symbolic link that leads out of the directory`);
    }
  }
}
