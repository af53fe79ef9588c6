import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { DeckError } from '../decks/errors';
import { localUser } from '../io/local-user';
import { terminalText } from '../text/unprintable';
import type { DeckAccess } from './access';

/** What a person is asked before something happens that only a person may decide. */
export interface Question {
  /** Everything that the decision is about, from the deck itself; nothing in it is worded by the assistant. */
  message: string;
  /** What is ticked to say yes. */
  tick: string;
  /** How the person can decide without this server. */
  elsewhere: string;
}

/** Longest wait for a person who was asked. */
const ANSWER_MS = 10 * 60_000;
const LONGEST_MESSAGE = 6_000;

/**
 * The gate between assistant and person. An assistant writes every argument of a tool, so no argument can stand for a
 * person's word; an elicitation is shown by the client to the person, and its answer does not pass through the model.
 * Yes is only this: the form was accepted and its box, which is empty at first, was ticked.
 * @returns under whose name the decision is recorded
 * @throws DeckError when nobody can be asked here, or the person did not say yes; nothing has been done then
 */
export async function confirmed(
  { server }: McpServer,
  { confirms }: Pick<DeckAccess, 'confirms'>,
  { message, tick, elsewhere }: Question,
  signal: AbortSignal,
): Promise<string> {
  if (!confirms || server.getClientCapabilities()?.elicitation?.form === undefined) {
    const why = confirms ? 'this client cannot ask one' : 'this server is set up not to ask one';
    throw new DeckError(
      'refused',
      `Not done: this is for a person to decide, and ${why}. ${elsewhere} An assistant cannot do it in their place.`,
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
    { signal, timeout: ANSWER_MS },
  );
  if (action === 'accept' && content?.confirm === true) return localUser();
  throw new DeckError('refused', `Not done: the person who was asked did not agree. ${elsewhere}`);
}

/** Without what could play with the screen it is shown on, and not longer than a person would scroll. */
function readable(text: string): string {
  const plain = terminalText(text);
  return plain.length <= LONGEST_MESSAGE ? plain : `${plain.slice(0, LONGEST_MESSAGE)}\n[…] The rest: deck review`;
}

/** How a person decides about a waiting text: with a command, whose links and keys no assistant gets to see. */
export function decideElsewhere(workflowId: string): string {
  return `The person can decide on the review page (deck open ${workflowId}) or in a terminal (deck review ${workflowId}).`;
}
