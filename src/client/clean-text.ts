const LONGEST = 500;
/** Control, format, line and paragraph separators, which could manipulate a log line or a terminal. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/**
 * Creates a cleaner for external texts: it removes invisible characters, masks the given secrets (plain or
 * percent-encoded, in any case), then truncates. The order matters, because an invisible character could split a secret
 * and truncation could leave half of one.
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
