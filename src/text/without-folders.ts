/**
 * A sentence for people who do not operate the machines: of each absolute path in it, the last name only. Folders tell
 * about accounts and installations; operators have the whole path in `deck status` and the log.
 */
export function withoutFolders(text: string): string {
  const lastOf = (path: string) =>
    path
      .replace(/(?<![\\/])[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return (
    text
      // Node quotes paths, which may hold spaces.
      .replace(/(?<=['"“])(?:\/|[A-Za-z]:[\\/])[^'"“”\n]*(?=['"”])/g, lastOf)
      .replace(/(?<![\w:/.~-])\/[\w.@+=-]+(?:\/[\w.@+=-]*\w)+\/?/g, lastOf)
      .replace(/(?<!\w)[A-Za-z]:\\[^\s'"“”;,)]+/g, lastOf)
  );
}
