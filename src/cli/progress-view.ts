import type { PresentationProgress } from '../presentation/messages';
import { elapsed, styled } from './terminal';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;

/** Shows on stderr how a deck comes along. */
export interface ProgressView {
  /** Something that is said once. */
  note(text: string): void;
  /** What happens now; a repetition changes nothing. */
  show(text: string): void;
  /** Takes the live line away, before something else is written. */
  pause(): void;
  /** Ends the view; a mark says how the last thing went. */
  end(mark?: 'done' | 'failed'): void;
}

/** A live line with the time in a terminal, a line for every change otherwise. */
export function createProgressView(stream: NodeJS.WriteStream = process.stderr, began = Date.now()): ProgressView {
  return stream.isTTY ? liveView(stream, began) : plainView(stream, began);
}

function plainView(stream: NodeJS.WriteStream, began: number): ProgressView {
  let last = '';
  const write = (text: string) => stream.write(`[${elapsed(Date.now() - began).padStart(4)}] ${text}\n`);
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
  const clear = () => stream.write('\r\x1b[2K');
  const draw = () => {
    if (current === undefined) return;
    frame = (frame + 1) % FRAMES.length;
    const time = elapsed(Date.now() - began);
    const room = Math.max(20, (stream.columns ?? 80) - time.length - 6);
    clear();
    stream.write(
      `${styled('cyan', FRAMES[frame]!, stream)} ${shortened(current.text, room)} ${styled('dim', time, stream)}`,
    );
  };
  const finish = (mark: string) => {
    if (current === undefined) return;
    clear();
    const took = elapsed(Date.now() - current.since);
    stream.write(`${mark} ${current.text} ${styled('dim', took, stream)}\n`);
    current = undefined;
  };
  const halt = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    note(text) {
      if (current !== undefined) clear();
      stream.write(`${text}\n`);
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

/** Cut to a width; Chinese and other wide characters take two columns. */
function shortened(text: string, columns: number): string {
  let width = 0;
  let kept = '';
  for (const character of text) {
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1;
    if (width > columns - 1) return `${kept}…`;
    kept += character;
  }
  return kept;
}

/** The stage as a line of the view. */
export function stageText({ stage, summary }: Pick<PresentationProgress, 'stage' | 'summary'>): string {
  return `${stage}: ${summary}`;
}
