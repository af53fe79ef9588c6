import { writeOver } from './terminal';

/** Lines at the end of a terminal that are drawn over again. */
export interface LiveBlock {
  draw(lines: readonly string[]): void;
  /** Takes the block away. */
  clear(): void;
}

/** Every line has to fit the terminal's width; what does not fit its height is left out at the top. */
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
