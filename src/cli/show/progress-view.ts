import type { PresentationProgress } from '../../core/messages';
import { stageWords } from '../../decks/words';
import { elapsed } from '../../text/elapsed';
import { oneLine } from '../../text/unprintable';
import { movesCursor, styled, writeLine, writeLive } from '../terminal/terminal';
import { cut } from '../terminal/text-width';

export const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
export const FRAME_MS = 120;

/** Shows on stderr how a deck comes along. */
export interface ProgressView {
  /** Something that is said once, in one or several lines. */
  note(...lines: string[]): void;
  /** What happens now; a repetition changes nothing. */
  show(text: string): void;
  /** Takes the live line away, before something else is written. */
  pause(): void;
  /** Ends the view; a mark says how the last thing went. */
  end(mark?: 'done' | 'failed'): void;
}

/** A live line with the time in a terminal, a line for every change otherwise. */
export function createProgressView(stream: NodeJS.WriteStream = process.stderr, began = Date.now()): ProgressView {
  return movesCursor(stream) ? liveView(stream, began) : plainView(stream, began);
}

/** A line for every change. @param name stands before each where several decks are followed */
export function plainView(stream: NodeJS.WriteStream, began: number, name = ''): ProgressView {
  let last = '';
  const write = (...lines: string[]) => {
    const time = `[${elapsed(Date.now() - began).padStart(4)}] ${name}`;
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

/** The stage as a line of the view. */
export function stageText({ stage, summary }: Pick<PresentationProgress, 'stage' | 'summary'>): string {
  return `${stageWords(stage)}: ${summary}`;
}
