import { createHmac, timingSafeEqual } from 'node:crypto';

/** Download links that expire: the URL contains the expiry and a signature over path and expiry. */
export interface Links {
  /** Path and query of a file, valid from now for the configured lifetime. */
  link(file: { file_key: string; name: string }): string;
  /** The same of the cover of an account's own template. That of the project's own needs no signature. */
  coverLink(templateId: number): string;
  /** Whether the signature matches the unescaped path and the expiry, and the link has not expired. */
  check(path: string, expires: string | undefined, signature: string | undefined): 'valid' | 'expired' | 'invalid';
}

/** The URL path under which files are served. */
export const FILES_PATH = '/files';

export function createLinks(options: { secret: Buffer; lifetimeMs: number; now: () => number }): Links {
  const sign = (path: string, expires: string) =>
    createHmac('sha256', options.secret).update(`${path}\n${expires}`).digest('base64url');

  // The signature covers the unescaped path, because clients differ in the characters they escape.
  const signed = (escaped: string, path = escaped) => {
    const expires = String(Math.floor((options.now() + options.lifetimeMs) / 1000));
    return `${escaped}?expires=${expires}&signature=${sign(path, expires)}`;
  };

  return {
    link: ({ file_key, name }) =>
      signed(`${FILES_PATH}/${file_key}/${encodeURIComponent(name)}`, `${FILES_PATH}/${file_key}/${name}`),
    coverLink: (templateId) => signed(templateCoverPath(templateId)),
    check(path, expires, signature) {
      if (expires === undefined || signature === undefined || !/^\d{1,12}$/.test(expires)) return 'invalid';
      const expected = Buffer.from(sign(path, expires));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid';
      return Number(expires) * 1000 <= options.now() ? 'expired' : 'valid';
    },
  };
}

/** URL path of a template's cover. */
export function templateCoverPath(templateId: number): string {
  return `/suits/${templateId}/cover.png`;
}
