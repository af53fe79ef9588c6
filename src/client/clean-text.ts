const LONGEST = 500;
/** Control, format, line and paragraph separators: nothing a log line or a terminal could be steered with. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * A cleaner for words that come from outside: invisible characters out, the given secrets masked (as they are and
 * percent-encoded, in any case), then cut. In this order, since a secret could be split by an invisible character
 * and a cut could leave half of one.
 */
export function textCleaner(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(
    secrets
      .filter((secret) => secret !== '')
      .map((secret) => Buffer.from(secret).toString())
      .flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ '': secret }).toString().slice(1),
      ]),
  );
  const longestFirst = [...forms].sort((a, b) => b.length - a.length).map(escapeForPattern);
  const pattern = longestFirst.length > 0 ? new RegExp(longestFirst.join('|'), 'gi') : undefined;
  return (text) => {
    const visible = text.slice(0, 64 * 1024).replace(INVISIBLE, '');
    const masked = pattern ? visible.replace(pattern, '***') : visible;
    return masked.length <= LONGEST ? masked : `${[...masked].slice(0, LONGEST - 1).join('')}…`;
  };
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
