import { elapsed } from '../../base/text/elapsed';
import { sentence } from '../../base/text/sentence';
import { oneLine } from '../../base/text/unprintable';
import type { PresentationProgress } from '../../core/progress';
import { factsOf, openStages, stageFacts, stages } from '../../core/stages';
import { stageWords } from '../../decks/words';
import { createLiveBlock } from '../terminal/live-block';
import { withOwnName } from '../terminal/program-name';
import { styled } from '../terminal/terminal';
import { cut, wrapped } from '../terminal/text-width';
import { parkedReason, remedyOf } from './parked-text';
import { FRAME_MS, FRAMES, type ProgressView } from './progress-view';

/** One deck on the board. */
interface BoardEntry extends ProgressView {
  progress(progress: PresentationProgress): void;
}

/** Live view of several decks, each with its stages, elapsed time and current status. */
interface Board {
  entry(workflowId: string): BoardEntry;
  /** Draws the board a last time and stops. */
  end(): void;
}

interface Shown {
  workflowId: string;
  began: number;
  ended?: number;
  progress?: PresentationProgress;
  /** Replaces the status of the deck, such as when no worker responds. */
  override?: string;
  mark?: 'done' | 'failed';
}

export function createBoard(stream: NodeJS.WriteStream = process.stderr): Board {
  const block = createLiveBlock(stream);
  const shown: Shown[] = [];
  let frame = 0;
  let ended = false;
  const draw = () => {
    frame = (frame + 1) % FRAMES.length;
    block.draw(shown.flatMap((deck) => linesOf(deck, FRAMES[frame]!, stream)));
  };
  const timer = setInterval(draw, FRAME_MS).unref();
  return {
    entry(workflowId) {
      const deck: Shown = { workflowId, began: Date.now() };
      shown.push(deck);
      return {
        note() {},
        show(text) {
          deck.override = text;
        },
        progress(progress) {
          deck.progress = progress;
          deck.began = Date.parse(progress.startedAt);
          delete deck.override;
        },
        pause() {},
        end(mark = 'done') {
          deck.mark = mark;
          deck.ended = Date.now();
        },
      };
    },
    end() {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      draw();
    },
  };
}

function linesOf(
  { workflowId, began, ended, progress, override, mark }: Shown,
  frame: string,
  stream: NodeJS.WriteStream,
) {
  const room = Math.max(20, stream.columns ?? 80);
  const waits = progress?.attention !== undefined || progress?.review !== undefined;
  const sign =
    mark === 'done'
      ? styled('green', '✔', stream)
      : mark === 'failed' || progress?.attention !== undefined
        ? styled('red', '✘', stream)
        : waits
          ? styled('yellow', '?', stream)
          : styled('cyan', frame, stream);
  const time = elapsed((ended ?? Date.now()) - began);
  const title = progress?.title ? `“${oneLine(progress.title)}”  ` : '';
  const lines = [`${sign} ${cut(`${title}${workflowId}`, room - time.length - 4)}  ${styled('dim', time, stream)}`];
  if (progress !== undefined) lines.push(`  ${stageLine(progress, mark, room - 2, stream)}`);
  if (mark === 'done') return lines;
  // Wrapped, not shortened: a remedy that is cut off is useless.
  const status = override === undefined ? statusLines(workflowId, progress) : [override];
  const text = status.flatMap((line) => wrapped(withOwnName(oneLine(line)), room - 2));
  return [...lines, ...text.map((line) => `  ${line}`)];
}

/** The current status, or what a person has to do. */
function statusLines(workflowId: string, progress: PresentationProgress | undefined): string[] {
  if (progress === undefined) return ['loading'];
  const { attention, review, stage, summary } = progress;
  if (attention !== undefined) {
    const { advice, commands } = remedyOf({ workflowId, stage, attention, exports: progress.exports });
    return [sentence(parkedReason(attention)), `Remedy: ${advice}:`, ...commands];
  }
  return [review === undefined ? summary : `Review the ${review.gate}: deck review ${workflowId}`];
}

/** `✔ outline  ▸ review  · content …`: completed, current and open stages. */
function stageLine(
  { stage, attention }: PresentationProgress,
  mark: 'done' | 'failed' | undefined,
  room: number,
  stream: NodeJS.WriteStream,
): string {
  const here = stages.indexOf(stage);
  const ends = factsOf(stage)?.isEnd;
  // The current stage is shown even if it is not a milestone.
  const listed = openStages.filter((each) => stageFacts[each].milestone || each === stage);
  let width = 0;
  const parts: string[] = [];
  for (const each of listed) {
    const at = stages.indexOf(each);
    const done = stage === 'delivered' || mark === 'done' || (!ends && at < here);
    const now = at === here;
    const [sign, style] = done
      ? (['✔', 'green'] as const)
      : now
        ? (['▸', attention === undefined ? 'cyan' : 'red'] as const)
        : (['·', 'dim'] as const);
    const text = `${sign} ${stageWords(each)}`;
    width += text.length + 2;
    if (width > room) break;
    parts.push(styled(style, text, stream));
  }
  return parts.join('  ');
}
