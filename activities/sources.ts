import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { download } from '../src/client';
import { privateAllowed } from '../src/client/account';
import { isOwnService, type Settings } from '../src/config';
import type { RequestOf } from '../src/contract';
import { beginsLikeWord, type Document, type StoredFile } from '../src/core/document';
import type { ServiceId } from '../src/core/service-id';
import { type CondensedText, type Condensing, condensed } from './condense';
import { beforeCall } from './kept-text';
import { type Earlier, noted } from './ledger';
import { type ActivityDependencies, perform, type User } from './perform';

/** Where a document comes from: a file on the worker's host, a URL, or the document store. */
export interface DocumentCall {
  from: { path: string } | { url: string } | { file: StoredFile };
  /** Absent if the document stays whole. */
  condense?: Condensing;
}

/** The document in the document store, and its condensed text. */
type TakenDocument = StoredFile & { condensed?: CondensedText };

/** The endpoint's request, with a reference to the text or file. */
export interface DocumentTaskCall {
  user: User;
  request: RequestOf<'createTask'>;
  content?: Document;
  file?: StoredFile;
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export function sourceActivities(deps: ActivityDependencies) {
  const { settings, documents } = deps;
  return {
    /**
     * Copies a document into the document store, so that the source of the deck can no longer change or disappear.
     * @throws `InvalidInput` for an unusable file, before anything is created
     */
    takeDocument: ({ from, condense }: DocumentCall): Promise<TakenDocument> =>
      perform(deps, undefined, async (signal) => {
        const taken = async (file: StoredFile, content?: Buffer): Promise<TakenDocument> => {
          const bytes = content ?? (await documents.getFile(file));
          if (condense === undefined) {
            const fault = isOwnService(settings) ? await readFault(bytes, signal) : undefined;
            if (fault !== undefined) throw unusable(`${file.name} cannot be read: ${fault}`);
            return file;
          }
          const { polish, ...rest } = condense;
          const source = { bytes, name: file.name, polish, pictures: isOwnService(settings) };
          return { ...file, condensed: await condensed(deps, { source, ...rest }, signal) };
        };
        if ('file' in from) return taken(from.file);
        const { name, bytes } = 'path' in from ? await fromInbox(from.path, settings) : await fromUrl(from.url, signal);
        if (!beginsLikeWord(bytes))
          throw unusable(`${name} is not a .docx file; save it as .docx and start the deck again`);
        return taken(await documents.putFile(name, bytes), bytes);
      }),

    /** Creates a task from a stored text or file. @throws as `createTask` */
    createDocumentTask: ({ user, request, content, file }: DocumentTaskCall): Promise<{ id: ServiceId } & Earlier> =>
      perform(deps, 'createTask', async (signal) => {
        const sent = {
          ...request,
          ...(content === undefined ? {} : { content: await beforeCall(documents.get(content)) }),
          ...(file === undefined
            ? {}
            : { file: { filename: file.name, mediaType: WORD, bytes: await beforeCall(documents.getFile(file)) } }),
        };
        return noted(deps, 'task', async () => {
          const { id } = await deps.client.call('createTask', sent, { ...user, signal });
          return { id };
        });
      }),
  };

  /** A document that is too large to be read in time is left to the service. */
  async function readFault(bytes: Buffer, signal: AbortSignal): Promise<string | undefined> {
    try {
      return await deps.comparer?.fault(bytes, signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  async function fromUrl(url: string, signal: AbortSignal): Promise<{ name: string; bytes: Buffer }> {
    const { body } = await download(url, {
      signal,
      maxBytes: settings.server.limits.upload,
      allowPrivate: privateAllowed(settings),
      idleMs: settings.service.timeouts.bodyIdle,
      totalMs: settings.workflow.timeouts.download,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { name: nameIn(url), bytes: Buffer.concat(chunks) };
  }
}

/** Reads a file below the inbox. A symbolic link that leads out of it is rejected. */
async function fromInbox(path: string, { documents, server }: Settings): Promise<{ name: string; bytes: Buffer }> {
  const inbox = await realpath(resolve(documents.inbox)).catch(() => resolve(documents.inbox));
  const asked = resolve(inbox, path);
  const real = await realpath(asked).catch(() => asked);
  if (![asked, real].every((place) => place.startsWith(inbox + sep))) {
    throw unusable(`${basename(path)} is outside the directory for documents (documents.inbox)`);
  }
  const { size } = await stat(real).catch((error: NodeJS.ErrnoException) => {
    throw unusable(`${basename(path)} cannot be read from documents.inbox: ${error.code ?? error.message}`);
  });
  const { upload } = server.limits;
  if (size > upload) {
    throw unusable(`${basename(path)} has ${size} bytes; at most ${upload} are allowed (server.limits.upload)`);
  }
  return { name: basename(path), bytes: await readFile(real) };
}

/** The last path segment of a URL. The query is left out because it may be a signature. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, 200) || 'document.docx';
  } catch {
    return 'document.docx';
  }
}

function unusable(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`document: ${message}`, 'InvalidInput');
}
