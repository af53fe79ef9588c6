import { elapsed } from '../../base/text/elapsed';
import { oneLine } from '../../base/text/unprintable';
import type { PresentationProgress } from '../../core/progress';
import { stageWords } from '../../decks/words';
import { movesCursor, styled, writeLine, writeLive } from '../terminal/terminal';
import { cut } from '../terminal/text-width';

export const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
export const FRAME_MS = 120;

/** Shows the progress of a deck on stderr. */
export interface ProgressView {
  /** Prints a message of one or more lines. */
  note(...lines: string[]): void;
  /** Shows the current status; a repeated one is ignored. */
  show(text: string): void;
  /** Removes the live line before other output. */
  pause(): void;
  /** Ends the view; the mark is the result of the last status. */
  end(mark?: 'done' | 'failed'): void;
}

/** A live line with the elapsed time in a terminal, otherwise one line per change. */
export function createProgressView(stream: NodeJS.WriteStream = process.stderr, began = Date.now()): ProgressView {
  return movesCursor(stream) ? liveView(stream, began) : plainView(stream, began);
}

/** One line per change. @param prefix identifies the deck if several are followed */
export function plainView(stream: NodeJS.WriteStream, began: number, prefix = ''): ProgressView {
  let last = '';
  const write = (...lines: string[]) => {
    const time = `[${elapsed(Date.now() - began).padStart(4)}] ${prefix}`;
    for (const [at, line] of lines.entries()) writeLine(stream, at === 0 ? time + line : line);
  };
  return {
    note: write,
    show(text) {
      if (text === last) return;
      last = text;
      write(text);
    },
    pause() {},
    end() {},
  };
}

function liveView(stream: NodeJS.WriteStream, began: number): ProgressView {
  let current: { text: string; since: number } | undefined;
  let frame = 0;
  let timer: NodeJS.Timeout | undefined;
  const clear = () => writeLive(stream, '');
  const draw = () => {
    if (current === undefined) return;
    frame = (frame + 1) % FRAMES.length;
    const time = elapsed(Date.now() - began);
    const room = Math.max(20, (stream.columns ?? 80) - time.length - 6);
    writeLive(
      stream,
      `${styled('cyan', FRAMES[frame]!, stream)} ${cut(oneLine(current.text), room)} ${styled('dim', time, stream)}`,
    );
  };
  const finish = (mark: string) => {
    if (current === undefined) return;
    clear();
    const took = elapsed(Date.now() - current.since);
    writeLine(stream, `${mark} ${current.text} ${styled('dim', took, stream)}`);
    current = undefined;
  };
  const halt = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    note(...lines) {
      if (current !== undefined) clear();
      for (const line of lines) writeLine(stream, line);
      draw();
    },
    show(text) {
      if (current?.text === text) return;
      finish(styled('green', '✔', stream));
      current = { text, since: Date.now() };
      draw();
      timer ??= setInterval(draw, FRAME_MS).unref();
    },
    pause() {
      halt();
      if (current !== undefined) clear();
      current = undefined;
    },
    end(mark = 'done') {
      halt();
      finish(mark === 'done' ? styled('green', '✔', stream) : styled('red', '✘', stream));
    },
  };
}

export function stageText({
  stage,
  summary,
  openPrompts,
}: Pick<PresentationProgress, 'stage' | 'summary' | 'openPrompts'>): string {
  // Such a deck is a frame, as its summary says.
  if (stage === 'delivered' && openPrompts !== undefined) return summary;
  return `${stageWords(stage)}: ${summary}`;
}
