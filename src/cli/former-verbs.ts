/** Commands of 0.1 under their present names; for one release they still work, with a word about the new one. */
const FORMER: readonly (readonly [former: string, now: string, said?: string])[] = [
  ['again', 'start --again', 'start --like ID'],
  ['export', 'start --export', 'start --from-deck ID'],
  ['dashboard', 'list --views'],
  ['batch watch', 'batch status --watch'],
  ['batch report', 'batch status --report'],
  ['designs list', 'service list designs'],
  ['designs rename', 'service design rename'],
  ['designs delete', 'service design delete'],
  ['designs restore', 'service design restore'],
  ['designs clear', 'service design clear'],
  ['templates', 'service list templates'],
  ['topics', 'service list topics'],
  ['options', 'service list options'],
  ['usage', 'service usage'],
  ['token', 'service token'],
  ['notify test', 'doctor --notify'],
];

/** Options before the command that take a value. */
const WITH_VALUE = ['--config', '--data'];

/** A command line in present words, and the note for whoever wrote it in former ones. */
export function presentWords(args: readonly string[]): { args: readonly string[]; note?: string } {
  let at = 0;
  while (args[at]?.startsWith('-')) at += WITH_VALUE.includes(args[at]!) ? 2 : 1;
  const help = args[at] === 'help' ? [args[at++]!] : [];
  const written = args.slice(at).join(' ');
  const found = FORMER.find(([former]) => written === former || written.startsWith(`${former} `));
  if (found === undefined) return { args };
  const [former, now, said = now] = found;
  const rest = args.slice(at + former.split(' ').length);
  const words = now.split(' ').filter((word) => help.length === 0 || !word.startsWith('--'));
  return {
    args: [...args.slice(0, at - help.length), ...help, ...words, ...rest],
    note: `deck ${former} is deck ${said} now; the old name goes with the next release.`,
  };
}
