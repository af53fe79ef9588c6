import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { deliveryFormats, mediaTypeOf } from '../../core/formats';
import type { DeliveredFile } from '../../core/progress';
import { DeckError } from '../../decks/errors';
import { recordOf } from '../../decks/record';
import { type DeckAccess, deckIdOf } from '../access';
import { answer, answered } from '../answers';
import { deckId } from './arguments';

/** Larger files are only listed, because an embedded file is one long text for an assistant. */
const LARGEST_EMBEDDED = 2 * 1024 * 1024;

const output = z.object({
  id: z.string(),
  files: z.array(
    z.object({
      format: z.enum(deliveryFormats),
      path: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      here: z.boolean().describe('Whether the unchanged file is on this host.'),
      embedded: z.boolean(),
    }),
  ),
});

type Embedded = Extract<CallToolResult['content'][number], { type: 'resource' }>;

export function registerDownloadDeck(server: McpServer, access: DeckAccess): void {
  server.registerTool(
    'download_deck',
    {
      title: 'List the files of a deck',
      description:
        'Lists the delivered files with path, size and SHA-256, and whether they are unchanged on this host. ' +
        `With embed, the result includes files up to ${LARGEST_EMBEDDED / 1024 / 1024} MB.`,
      inputSchema: z.strictObject({
        id: deckId,
        embed: z.boolean().optional().describe('True: include small files as embedded resources.'),
      }),
      outputSchema: output,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id, embed = false }) =>
      answered(async () => {
        const workflowId = deckIdOf(id, access);
        const { record, directory } = await access.open(async ({ decks, settings }) => ({
          record: await recordOf(decks, workflowId),
          directory: settings.output.directory,
        }));
        const delivered = record.files ?? [];
        if (delivered.length === 0) throw new DeckError('conflict', `${workflowId} has no files ${why(record)}.`);
        const found = await Promise.all(delivered.map((file) => lookedAt(file, directory, embed)));
        const files = found.map(({ embedded, ...file }) => ({ ...file, embedded: embedded !== undefined }));
        const lines = files.map(
          ({ path, bytes, sha256, here }) =>
            `${path} (${bytes} bytes, SHA-256 ${sha256})${here ? '' : ', not on this host or changed since'}`,
        );
        const said = answer(lines.join('\n'), { id: workflowId, files });
        said.content.push(...found.flatMap(({ embedded }) => embedded ?? []));
        return said;
      }),
  );
}

function why({ status, summary = '' }: { status: string; summary?: string }): string {
  return status === 'RUNNING' ? `yet: ${summary}` : `(${status.toLowerCase()})`;
}

/** Only opens files in the output directory, and only passes on files with the hash of the delivery. */
async function lookedAt(
  { format, path, bytes, sha256 }: DeliveredFile,
  directory: string,
  embed: boolean,
): Promise<DeliveredFile & { here: boolean; embedded?: Embedded }> {
  const facts = { format, path, bytes, sha256 };
  try {
    const [file, folder] = await Promise.all([realpath(path), realpath(directory)]);
    if (!file.startsWith(folder + sep) || (await stat(file)).size !== bytes) return { ...facts, here: false };
    const content = await readFile(file);
    if (createHash('sha256').update(content).digest('hex') !== sha256) return { ...facts, here: false };
    if (!embed || bytes > LARGEST_EMBEDDED) return { ...facts, here: true };
    const resource = {
      uri: pathToFileURL(path).href,
      mimeType: mediaTypeOf(facts),
      blob: content.toString('base64'),
    };
    return { ...facts, here: true, embedded: { type: 'resource', resource } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return { ...facts, here: false };
  }
}
