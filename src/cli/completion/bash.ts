import type { CommandWords } from './completion';

/**
 * Ids come from the program itself, quietly and not for long: whoever presses Tab does not wait for a server. Its words
 * are read with sed alone, because nothing else is sure to be there.
 */
export const deckIds = `__deck_ids() {
  if command -v timeout >/dev/null 2>&1; then
    timeout 3 deck list --json --limit 50 2>/dev/null </dev/null
  else
    deck list --json --limit 50 2>/dev/null </dev/null
  fi | tr '{,' '\\n\\n' | sed -n 's/^"workflowId":"\\([^"]*\\)".*/\\1/p'
}
`;

export function bashScript(commands: CommandWords[]): string {
  return `# Completion of deck for bash; made by: deck completion bash
${deckIds}
_deck() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path=deck word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$path $word" in
${commands
  .slice(1)
  .map(({ path }) => `      '${path}') path='${path}' ;;`)
  .join('\n')}
    esac
  done
  local words= values= ids= files=
  case "$path $prev" in
${commands.flatMap((command) => command.options.filter(({ takesValue }) => takesValue).map((option) => valueCase(command, option))).join('\n')}
  esac
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$cur"))
    return
  fi
  if [[ -n $files ]]; then
    compopt -o default 2>/dev/null
    COMPREPLY=()
    return
  fi
  case "$path" in
${commands.map(wordsCase).join('\n')}
  esac
  if [[ $cur == -* || -z $ids$files ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [[ -n $ids ]]; then
    COMPREPLY=($(compgen -W "$(__deck_ids)" -- "$cur"))
  else
    compopt -o default 2>/dev/null
    COMPREPLY=()
  fi
}
complete -F _deck deck
`;
}

function valueCase({ path }: CommandWords, { name, choices }: CommandWords['options'][number]): string {
  const then = choices.length > 0 ? `values='${choices.join(' ')}'` : 'files=1';
  return `    '${path} ${name}') ${then} ;;`;
}

function wordsCase({ path, subcommands, options, argument }: CommandWords): string {
  const named = subcommands.map(({ name }) => name);
  const given = typeof argument === 'string' ? [] : argument;
  const words = [...named, ...given, ...options.map(({ name }) => name)].join(' ');
  const also = argument === 'deck' ? ' ids=1' : argument === 'file' ? ' files=1' : '';
  return `    '${path}') words='${words}'${also} ;;`;
}
