import texts from './examples.json';

/** Examples for each command, by its path below `deck`: the line as typed in a shell, and what it does. The tests parse every line. */
export const examples = texts as unknown as Readonly<
  Record<string, readonly (readonly [line: string, description: string])[]>
>;
