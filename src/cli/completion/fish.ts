import { deckIds } from './bash';
import type { CommandWords } from './completion';

export function fishScript(commands: CommandWords[]): string {
  const paths = commands.slice(1).map(({ path }) => `'${path}'`);
  return `# Completion of deck for fish; made by: deck completion fish
function __deck_ids
    sh -c '${deckIds.replaceAll("'", `'\\''`)}__deck_ids'
end

function __deck_at
    set -l path deck
    for word in (commandline -opc)[2..-1]
        contains -- "$path $word" ${paths.join(' ')}; and set path "$path $word"
    end
    test "$path" = "$argv[1]"
end

complete -c deck -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, subcommands, options, argument }: CommandWords): string[] {
  const at = `complete -c deck -n "__deck_at '${path}'"`;
  const given = typeof argument === 'string' ? [] : argument;
  return [
    ...subcommands.map(({ name, description }) => `${at} -a ${name} -d '${description}'`),
    ...given.map((word) => `${at} -a ${word}`),
    ...(argument === 'deck' ? [`${at} -a '(__deck_ids)'`] : argument === 'file' ? [`${at} -F`] : []),
    ...options.map(({ name, description, takesValue, choices }) => {
      const value = !takesValue ? '' : choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : ' -r -F';
      return `${at} -l ${name.slice(2)}${value} -d '${description}'`;
    }),
  ];
}
