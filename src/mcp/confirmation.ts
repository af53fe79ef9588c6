import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { localUser } from '../base/io/local-user';
import { terminalText } from '../base/text/unprintable';
import { DeckError } from '../decks/errors';
import type { DeckAccess } from './access';

/** The confirmation dialog for an action that only a person may decide. */
export interface Question {
  /** The subject of the decision, from the deck itself. Text from the assistant is marked as such. */
  message: string;
  /** Label of the checkbox that confirms. */
  tick: string;
  /** How the person can decide outside this server. */
  elsewhere: string;
}

/** Timeout of the dialog. */
const DIALOG_MS = 10 * 60_000;
const LONGEST_MESSAGE = 6_000;

/**
 * Asks a person to confirm. The assistant writes every argument of a tool, so no argument can prove a person's consent.
 * An elicitation is shown to the person by the client, and its result does not pass through the model. Only an accepted
 * form with its checkbox, which is empty at first, checked by the person counts as consent.
 * @returns the name under which the decision is recorded
 * @throws DeckError if no person can be asked here, or the person did not consent; nothing is done then
 */
export async function confirmed(
  { server }: McpServer,
  { confirms }: Pick<DeckAccess, 'confirms'>,
  { message, tick, elsewhere }: Question,
  signal: AbortSignal,
): Promise<string> {
  if (!confirms || server.getClientCapabilities()?.elicitation?.form === undefined) {
    const why = confirms ? 'this client cannot show a dialog' : 'this server is configured not to ask';
    throw new DeckError(
      'refused',
      `Not done: a person must decide this, and ${why}. ${elsewhere} An assistant cannot decide on their behalf.`,
    );
  }
  const { action, content } = await server.elicitInput(
    {
      mode: 'form',
      message: readable(message),
      requestedSchema: {
        type: 'object',
        properties: { confirm: { type: 'boolean', title: tick, default: false } },
        required: ['confirm'],
      },
    },
    { signal, timeout: DIALOG_MS },
  );
  if (action === 'accept' && content?.confirm === true) return localUser();
  throw new DeckError('refused', `Not done: the person did not confirm. ${elsewhere}`);
}

/** Removes control sequences that could manipulate the display, and limits the length. */
function readable(text: string): string {
  const plain = terminalText(text);
  return plain.length <= LONGEST_MESSAGE
    ? plain
    : `${plain.slice(0, LONGEST_MESSAGE)}\n[…] To read the rest, run: deck review`;
}

/** How a person can decide outside this server. The commands show no link or key to the assistant. */
export function decideElsewhere(workflowId: string): string {
  return `The person can decide on the review page (deck open ${workflowId}) or in a terminal (deck review ${workflowId}).`;
}
