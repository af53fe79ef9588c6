/** What a single user sends to be in everybody's way. */

/** One word that is longer than a line, in each of many paragraphs: it has to be cut letter by letter. */
export function longWords(paragraphs: number, letters = 9_900): string {
  const word = 'abcdefghij'.repeat(letters / 10);
  const points = Array.from({ length: paragraphs }, (_, at) => `#### Point ${at}\n\n${word}\n`);
  return `# Deck\n\n## Chapter\n\n### Page\n\n${points.join('\n')}`;
}

/** A deck of many slides that are quickly written and slowly drawn. */
export function manySlides(slides: number): string {
  const pages = Array.from(
    { length: slides },
    (_, at) => `### Page ${at}\n\n#### One thing\n\nA sentence about it.\n\n#### Another\n\nAnd one about that.\n`,
  );
  return `# Deck\n\n## Chapter\n\n${pages.join('\n')}`;
}

export const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;
export const manyFields = (count: number) => 'a=&'.repeat(count);
export const deepValue = (depth: number) => `{"task_id":${'['.repeat(depth)}${']'.repeat(depth)}}`;
