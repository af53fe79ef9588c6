/** Commands of 0.1 with their current names. They keep working for one release and print a deprecation notice. */
const COMMANDS: readonly (readonly [former: string, current: string, suggested?: string])[] = [
  ['again', 'start --again', 'start --like ID'],
  ['export', 'start --export', 'start --from-deck ID'],
  ['dashboard', 'list --views'],
  ['batch watch', 'batch status --watch'],
  ['batch report', 'batch status --report'],
  ['batch window', 'batch concurrency'],
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
  ['schema', 'config --schema'],
];

/** Options of 0.1 with their current names, and the commands that accept them. */
const OPTIONS: readonly (readonly [former: string, current: string, ...commands: string[]])[] = [
  ['--request', '--key', 'run', 'start'],
  ['--colour', '--template-color', 'run', 'start', 'service list'],
  ['--attention', '--parked', 'list'],
  ['--window', '--concurrency', 'batch start', 'batch resume'],
  ['--by', '--reviewer', 'resolve'],
  ['--for', '--reviewer', 'open'],
  ['--viewer', '--view-only', 'open'],
];

/** Program options that take a value and can precede the command. */
const WITH_VALUE = ['--config', '--data'];

interface CurrentNames {
  args: readonly string[];
  /** One deprecation notice for each former name. */
  notices: readonly string[];
}

/** Replaces former names of commands and options in a command line. */
export function currentNames(args: readonly string[]): CurrentNames {
  let at = 0;
  while (args[at]?.startsWith('-')) at += WITH_VALUE.includes(args[at]!) ? 2 : 1;
  const help = args[at] === 'help';
  const before = args.slice(0, help ? at + 1 : at);
  const command = currentCommand(args.slice(before.length), help);
  const options = currentOptions(command.args);
  return { args: [...before, ...options.args], notices: [...command.notices, ...options.notices] };
}

function currentCommand(words: readonly string[], help: boolean): CurrentNames {
  const found = COMMANDS.find(([former]) => startsWithCommand(words, former));
  if (found === undefined) return { args: words, notices: [] };
  const [former, current, suggested = current] = found;
  // Commander's help command accepts command names only.
  const replaced = current.split(' ').filter((word) => !(help && word.startsWith('--')));
  return {
    args: [...replaced, ...words.slice(former.split(' ').length)],
    notices: [notice(`deck ${former}`, `deck ${suggested}`)],
  };
}

function currentOptions(words: readonly string[]): CurrentNames {
  const renamed = OPTIONS.filter(([, , ...commands]) => commands.some((command) => startsWithCommand(words, command)));
  const notices = new Set<string>();
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const args = words.map((word, at) => {
    const [name = '', ...value] = word.split('=');
    const found = at < end ? renamed.find(([former]) => former === name) : undefined;
    if (found === undefined) return word;
    const [former, current] = found;
    notices.add(notice(former, current));
    return [current, ...value].join('=');
  });
  return { args, notices: [...notices] };
}

function startsWithCommand(words: readonly string[], command: string): boolean {
  return command.split(' ').every((word, at) => words[at] === word);
}

const notice = (former: string, current: string) =>
  `${former} is deprecated and will be removed in the next release; use ${current}.`;
