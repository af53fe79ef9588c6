import { writeOver } from './terminal';

/** Lines at the end of a terminal that are redrawn in place. */
export interface LiveBlock {
  draw(lines: readonly string[]): void;
  clear(): void;
}

/** Every line must fit the width of the terminal. If there are too many lines, the first ones are left out. */
export function createLiveBlock(stream: NodeJS.WriteStream): LiveBlock {
  let drawn = 0;
  return {
    draw(lines) {
      const room = Math.max(1, (stream.rows ?? 24) - 1);
      const shown = lines.slice(-room);
      writeOver(stream, drawn, shown);
      drawn = shown.length;
    },
    clear() {
      writeOver(stream, drawn, []);
      drawn = 0;
    },
  };
}
