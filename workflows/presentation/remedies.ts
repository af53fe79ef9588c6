import { shortId } from '../../src/core/deck-id';
import { shortened } from '../../src/core/markdown';
import { adviceFor, suggestionsFor } from '../../src/core/remedies';
import { providingOption } from '../../src/core/stages';
import type { PresentationState } from './state';

/** The messages of the update `resolve` that fit a parked deck, as JSON to paste. The suggested one comes first. */
export function resolutionsFor(state: PresentationState): string[] {
  return suggestionsFor(state).map((suggestion) => inOneLine({ ...suggestion, since: state.attention!.at }));
}

/** `{"revision": 1, "decision": "approve"}`, with spaces for people. */
export function inOneLine(message: object): string {
  const fields = Object.entries(message).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{${fields.join(', ')}}`;
}

/** For the history of the Temporal UI: what happened, what to send, and why as far as it fits. */
export function parkedSummary(state: PresentationState): string {
  const { stage, type } = state.attention!;
  const sentence = `Parked: ${type} at ${stage}. Update resolve ${resolutionsFor(state)[0]}: ${adviceFor(stage, type)}`;
  return shortened(sentence);
}

/** The command that resolves a parked deck as suggested, ready to paste; only an ID has to be filled in. */
export function resolveCommand(state: PresentationState, workflowId: string): string {
  const { stage, at } = state.attention!;
  const { action, paidCalls, newJob } = suggestionsFor(state)[0]!;
  const option = action === 'provide' ? `${providingOption(stage)} ID` : `--${action}`;
  const raised = paidCalls === undefined ? '' : ` --paid-calls ${paidCalls}`;
  return `deck resolve ${shortId(workflowId)} ${option}${raised}${newJob ? ' --new-job' : ''} --since ${at}`;
}
