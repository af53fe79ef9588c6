/** Lines at the end of a terminal that are drawn over again. */
export interface LiveBlock {
  draw(lines: readonly string[]): void;
  /** Takes the block away. */
  clear(): void;
}

/** Every line has to fit the terminal's width; what does not fit its height is left out at the top. */
export function createLiveBlock(stream: NodeJS.WriteStream): LiveBlock {
  let drawn = 0;
  const up = () => (drawn === 0 ? '' : `\x1b[${drawn}A\r\x1b[J`);
  return {
    draw(lines) {
      const room = Math.max(1, (stream.rows ?? 24) - 1);
      const shown = lines.slice(-room);
      stream.write(`${up()}${shown.map((line) => `${line}\n`).join('')}`);
      drawn = shown.length;
    },
    clear() {
      stream.write(up());
      drawn = 0;
    },
  };
}
