import { createHmac, timingSafeEqual } from 'node:crypto';

/** Download links that expire: the address carries its end and a signature over path and end. */
export interface Links {
  /** Path and query of a file, valid from now for the configured lifetime. */
  link(file: { file_key: string; name: string }): string;
  /** Whether the path, without its escapes, and the query belong together and are still valid. */
  check(path: string, expires: string | undefined, signature: string | undefined): 'valid' | 'expired' | 'invalid';
}

/** The folder of the address space under which files are served. */
export const FILES_PATH = '/files';

export function createLinks(options: { secret: Buffer; lifetimeMs: number; now: () => number }): Links {
  const sign = (path: string, expires: string) =>
    createHmac('sha256', options.secret).update(`${path}\n${expires}`).digest('base64url');

  return {
    link({ file_key, name }) {
      const expires = String(Math.floor((options.now() + options.lifetimeMs) / 1000));
      // Signed as it reads, sent as it must be escaped: not every client escapes the same characters.
      const signature = sign(`${FILES_PATH}/${file_key}/${name}`, expires);
      return `${FILES_PATH}/${file_key}/${encodeURIComponent(name)}?expires=${expires}&signature=${signature}`;
    },
    check(path, expires, signature) {
      if (expires === undefined || signature === undefined || !/^\d{1,12}$/.test(expires)) return 'invalid';
      const expected = Buffer.from(sign(path, expires));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid';
      return Number(expires) * 1000 <= options.now() ? 'expired' : 'valid';
    },
  };
}

/** Address of a suit's cover; the same picture for everybody, so it needs no signature. */
export function suitCoverPath(suitId: number): string {
  return `/suits/${suitId}/cover.png`;
}
