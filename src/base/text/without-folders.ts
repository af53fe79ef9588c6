/**
 * Shortens each absolute path in a message to its last name, for people who are not operators: directories reveal
 * accounts and installations. Operators find the full path in `deck status` and the log.
 */
export function withoutFolders(text: string): string {
  const lastOf = (path: string) =>
    path
      .replace(/(?<![\\/])[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return (
    text
      // Node quotes paths, which may contain spaces.
      .replace(/(?<=['"“])(?:\/|[A-Za-z]:[\\/])[^'"“”\n]*(?=['"”])/g, lastOf)
      .replace(/(?<![\w:/.~-])\/[\w.@+=-]+(?:\/[\w.@+=-]*\w)+\/?/g, lastOf)
      .replace(/(?<!\w)[A-Za-z]:\\[^\s'"“”;,)]+/g, lastOf)
  );
}
