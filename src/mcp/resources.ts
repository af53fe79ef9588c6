import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { listDecks } from '../decks/list';
import { outlineText } from '../decks/outline-text';
import { recordOf } from '../decks/record';
import { type DeckAccess, deckIdOf } from './access';
import { sentenceOf } from './answers';
import { viewOf } from './deck-answer';

type Variables = Record<string, string | string[]>;

/** `deck://<uid>/<request>` and `deck://<uid>/<request>/outline`; `<uid>~<channel>` if the user has a channel. */
export function registerResources(server: McpServer, access: DeckAccess): void {
  const idOf = ({ uid, request }: Variables) =>
    deckIdOf(`${decodeURIComponent(String(uid))}/${decodeURIComponent(String(request))}`, access);

  server.registerResource(
    'deck',
    new ResourceTemplate('deck://{uid}/{request}', {
      list: () =>
        inSentences(async () => {
          const filter = { attention: false, limit: 20, ...access.user };
          const decks = await access.open((opened) => listDecks(opened.decks.cluster, filter));
          return {
            resources: decks.map(({ workflowId, title }) => ({
              uri: uriOf(workflowId),
              name: title ?? workflowId,
              mimeType: 'application/json',
            })),
          };
        }),
    }),
    { title: 'A deck', description: 'Status of a deck, as JSON.', mimeType: 'application/json' },
    ({ href }, variables) =>
      inSentences(async () => {
        const workflowId = await idOf(variables);
        const view = viewOf(await access.open(({ decks }) => recordOf(decks, workflowId)));
        return { contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify(view, null, 2) }] };
      }),
  );

  server.registerResource(
    'outline',
    new ResourceTemplate('deck://{uid}/{request}/outline', { list: undefined }),
    {
      title: 'Outline of a deck',
      description: 'The current outline or content as Markdown.',
      mimeType: 'text/markdown',
    },
    ({ href }, variables) =>
      inSentences(async () => {
        const workflowId = await idOf(variables);
        const text = await access.open(async ({ decks, settings }) => {
          const progress = await decks.progress(await decks.describe(workflowId));
          return (await outlineText(settings, progress)) ?? `There is no outline yet: ${progress.summary}.`;
        });
        return { contents: [{ uri: href, mimeType: 'text/markdown', text }] };
      }),
  );
}

function uriOf(workflowId: string): string {
  return `deck://${workflowId.split('/').slice(1).map(encodeURIComponent).join('/')}`;
}

/** A resource result has no `isError`, so the protocol error carries the message. */
async function inSentences<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new Error(sentenceOf(error));
  }
}
