/** A count with its noun: `1 deck`, `2 decks`. English has two plural forms, which needs no `Intl.PluralRules`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
