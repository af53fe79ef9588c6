import { deckIds } from './bash';
import type { CommandWords } from './completion';

export function zshScript(commands: CommandWords[]): string {
  return `#compdef deck
# Completion of deck for zsh; made by: deck completion zsh
${deckIds}
_deck() {
  local path_=deck prev="\${words[CURRENT-1]}" i
  for ((i = 2; i < CURRENT; i++)); do
    case "$path_ \${words[i]}" in
${commands
  .slice(1)
  .map(({ path }) => `      '${path}') path_='${path}' ;;`)
  .join('\n')}
    esac
  done
  local -a found
  case "$path_ $prev" in
${commands
  .flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ name, choices }) =>
          `    '${path} ${name}') ${choices.length > 0 ? `compadd -- ${choices.join(' ')}` : '_files'}; return ;;`,
      ),
  )
  .join('\n')}
  esac
  case "$path_" in
${commands.map(wordsCase).join('\n')}
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _deck "$@"
else
  compdef _deck deck
fi
`;
}

function wordsCase({ path, subcommands, options, argument }: CommandWords): string {
  const described = (words: readonly { name: string; description: string }[]) =>
    words.map(({ name, description }) => `'${name}:${description}'`).join(' ');
  const given = typeof argument === 'string' ? [] : argument.map((name) => ({ name, description: '' }));
  const also =
    argument === 'deck' ? '\n        compadd -- $(__deck_ids)' : argument === 'file' ? '\n        _files' : '';
  return `    '${path}')
      if [[ \${words[CURRENT]} == -* ]]; then
        found=(${described(options)})
        _describe -o option found
      else
        found=(${described([...subcommands, ...given])})
        (( $#found )) && _describe command found${also}
      fi ;;`;
}
