import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

export const deckId = z
  .string()
  .min(1)
  .max(1000)
  .describe('Deck ID: <uid>/<request>, or <uid>~<channel>/<request> if the user has a channel.');

/** The client's own name, which is recorded with its changes. */
export function named({ server }: McpServer): string {
  const name =
    server
      .getClientVersion()
      ?.name.replace(/[^\p{L}\p{N} ._-]/gu, '')
      .trim() ?? '';
  return name === '' ? 'unnamed client' : name.slice(0, 60);
}
