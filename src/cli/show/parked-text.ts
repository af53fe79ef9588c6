import { shortId } from '../../core/deck-id';
import type { PresentationProgress } from '../../core/progress';
import { canProvide, canSkip, providingOption } from '../../core/stages';
import { stageWords } from '../../decks/words';
import { columnsOf, styled } from '../terminal/terminal';
import { wrapped } from '../terminal/text-width';

type Parked = Pick<PresentationProgress, 'workflowId' | 'stage'> &
  Required<Pick<PresentationProgress, 'attention'>> &
  Partial<Pick<PresentationProgress, 'exports'>>;

/** Why a deck is parked. */
export function parkedReason({ stage, message }: Parked['attention']): string {
  return `parked at stage ${stageWords(stage)}: ${message}`;
}

/** How to resolve a parked deck: the suggested fix, then the commands, each of which can be pasted. */
export function remedyOf({ workflowId, stage, attention, ...rest }: Parked): { advice: string; commands: string[] } {
  const { remedy } = attention;
  // The suggested command is the last line, or follows the advice and a colon.
  const at = remedy.search(/(?<=: |:\n)deck resolve /);
  const suggested = at !== -1 && !remedy.slice(at).includes('\n');
  const advice = suggested ? remedy.slice(0, at).trimEnd().slice(0, -1) : remedy;
  const command = suggested ? remedy.slice(at) : undefined;
  const id = shortId(workflowId);
  const options = [
    ...(canProvide(attention) ? [`${providingOption(stage)} ID`] : []),
    ...(canSkip({ stage, attention, ...rest }) ? ['--skip'] : []),
    '--abandon',
  ];
  const all = [
    ...(command === undefined ? [] : [command]),
    // One that is pasted later must not answer another problem.
    ...options.map((option) => `deck resolve ${id} ${option} --since ${attention.at}`),
  ];
  return { advice, commands: [...new Set(all)] };
}

/** Why a deck is parked and how to resolve it, wrapped in a terminal. Commands are not wrapped, so they can be pasted. */
export function parkedLines(progress: Parked, stream: NodeJS.WriteStream = process.stderr): string[] {
  const { advice, commands } = remedyOf(progress);
  const text = (line: string) => wrapped(line, columnsOf(stream) - 2);
  const [reason = '', ...rest] = text(`The deck is ${parkedReason(progress.attention)}.`);
  return [
    `${styled('yellow', '!', stream)} ${reason}`,
    ...[...rest, ...text(`Remedy: ${advice}:`)].map((line) => `  ${line}`),
    ...commands.map((command) => `    ${command}`),
  ];
}
