/** `retry, skip or abandon` */
export function listed(names: readonly string[], word: 'or' | 'and' = 'or'): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
