import { createHash, type Hash, randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { privateAllowed } from '../src/account/download-addresses';
import type { Finding } from '../src/check/finding';
import { findingSentences } from '../src/check/summary';
import { download, watched } from '../src/client';
import { userKeyOf } from '../src/core/deck-id';
import { archive, type DeliveryFormat, type FileKind, fileKindOf, formats } from '../src/core/formats';
import type { DeliveredFile } from '../src/core/messages';
import { LeadsOutside, makeFolderInside } from '../src/io/folder-inside';
import { errorSentence } from '../src/text/sentence';
import { FileCheck } from './file-check';
import { folderName, safeName } from './file-names';
import { type ActivityDependencies, perform, type User } from './perform';

export interface DownloadCall {
  user: User;
  /** Export task identifier. The activity requests the links itself, so that no history contains one. */
  taskKey: string;
  format: DeliveryFormat;
  /** The deck's directory below the output directory: uid and request. */
  folder: string[];
  /** File name without extension. */
  name: string;
  /** Delivers image files as one zip file. */
  zip?: boolean;
}

export interface Downloaded {
  files: DeliveredFile[];
  found?: string[];
}

/** Extension of an incomplete download. */
const INCOMPLETE = '.part';

export function downloadActivities(deps: ActivityDependencies) {
  const { settings, client } = deps;
  const root = resolve(settings.output.directory);

  return {
    /**
     * Downloads the files of a finished export. Each file is checked by size, magic bytes and end, and then moved into
     * place atomically. A second download replaces the files. PPTX and PDF files are also checked like `deck check` does,
     * images of slides only for missing images; `found` has a sentence for each rule with errors or warnings.
     * @throws `LinkExpired`, `ExportMissing`, `FileUnusable`, and the failures of the result call
     */
    downloadExport: ({ user, taskKey, format, folder, name, zip }: DownloadCall): Promise<Downloaded> =>
      perform(deps, 'readExportResult', async (signal, progress) => {
        const links = await client.call('readExportResult', { task_key: taskKey }, { ...user, signal });
        if (links.length === 0) throw unusable('the export has no file yet');
        const directory = inside(root, folderOf(folder, user));
        await makeFolderInside(root, directory).catch((error) => {
          throw error instanceof LeadsOutside ? outside() : (unwritable(error) ?? error);
        });
        const files: DeliveredFile[] = [];
        for (const [index, link] of links.entries()) {
          const page = links.length === 1 ? '' : `-${String(index + 1).padStart(2, '0')}`;
          const kind = fileKindOf(format, zip === true);
          const { extension } = formats[format];
          // The zip files of two image formats need different names.
          const ending = kind === archive ? `${extension}.${archive.extension}` : extension;
          const path = join(directory, `${safeName(name)}${page}.${ending}`);
          files.push({ format, path, ...(await fetchFile(absolute(link), path, kind, signal, progress)) });
        }
        const found = await findingsIn(files, signal);
        return { files, ...(found.length === 0 ? {} : { found }) };
      }),
  };

  /** A check never fails a download: the files are paid for, and usable as they are. */
  async function findingsIn(files: readonly DeliveredFile[], signal: AbortSignal): Promise<string[]> {
    const sentences: string[] = [];
    const missing = new Map<string, Finding[]>();
    for (const { path, format } of deps.checker === undefined ? [] : files) {
      const image = /\.(?:pptx|pdf)$/.test(path) ? undefined : format.toUpperCase();
      const add = (text: string) => sentences.push(`${image ?? extname(path).slice(1).toUpperCase()}: ${text}`);
      try {
        const result = await deps.checker!.check({ path }, signal);
        if ('unusable' in result) add(`The file could not be checked. ${result.unusable}`);
        else if (image) missing.set(image, [...(missing.get(image) ?? []), ...result.report.findings]);
        else for (const sentence of findingSentences(result.report)) add(sentence);
      } catch (error) {
        signal.throwIfAborted();
        add(`The file could not be checked: ${errorSentence(error)}`);
      }
    }
    for (const [image, findings] of missing) {
      for (const each of findingSentences({ format: 'image', findings })) sentences.push(`${image}: ${each}`);
    }
    return sentences;
  }

  async function fetchFile(
    link: string,
    path: string,
    kind: FileKind,
    signal: AbortSignal,
    progress: (details: unknown) => void,
  ): Promise<{ bytes: number; sha256: string }> {
    return watched(deps.telemetry.calls, { endpoint: 'download', method: 'GET' }, async () => {
      const fetched = await fetchTo(link, path, kind, signal, progress);
      deps.telemetry.downloaded(fetched.bytes);
      return fetched;
    });
  }

  async function fetchTo(
    link: string,
    path: string,
    kind: FileKind,
    signal: AbortSignal,
    progress: (details: unknown) => void,
  ): Promise<{ bytes: number; sha256: string }> {
    const { body, contentLength } = await download(link, {
      signal,
      maxBytes: settings.download.maxSize,
      allowPrivate: privateAllowed(settings),
      idleMs: settings.service.timeouts.bodyIdle,
      totalMs: settings.workflow.timeouts.download,
    });
    await removeIncomplete(path);
    const temporary = `${path}.${randomUUID()}${INCOMPLETE}`;
    const hash: Hash = createHash('sha256');
    const check = new FileCheck(kind);
    const file = await open(temporary, 'wx');
    try {
      for await (const chunk of body) {
        hash.update(chunk);
        check.add(chunk);
        await file.write(chunk);
        progress({ bytes: check.bytes });
      }
      if (contentLength !== undefined && contentLength !== check.bytes) {
        throw unusable(`the download ended after ${check.bytes} of ${contentLength} bytes`);
      }
      const fault = check.fault();
      if (fault !== undefined) throw unusable(fault);
      await file.sync();
      await file.close();
      await rename(temporary, path);
      return { bytes: check.bytes, sha256: hash.digest('hex') };
    } catch (error) {
      throw unwritable(error) ?? error;
    } finally {
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true });
    }
  }
}

/** Removes incomplete downloads that a killed worker left. No other attempt still writes this file. */
async function removeIncomplete(path: string): Promise<void> {
  const folder = dirname(path);
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(path)}.`) && name.endsWith(INCOMPLETE),
  );
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

function absolute(link: string): string {
  return link.startsWith('//') ? `https:${link}` : link;
}

/** An invalid file. The next attempt requests the links again. */
function unusable(fault: string): ApplicationFailure {
  return ApplicationFailure.retryable(`the exported file cannot be used: ${fault}`, 'FileUnusable');
}

/** A failure for disk errors, which a person can fix before the next attempt; undefined for every other error. */
function unwritable(error: unknown): ApplicationFailure | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined || !['write', 'open', 'rename', 'fsync', 'mkdir'].includes(syscall))
    return undefined;
  const why = code === 'ENOSPC' ? 'the disk is full' : code;
  return ApplicationFailure.retryable(`the file cannot be written to the output directory: ${why}`, 'FileUnusable');
}

/** The channel is part of the user. */
function folderOf([uid = '', ...rest]: string[], { channel }: User): string[] {
  return [userKeyOf({ uid, channel }), ...rest].map(folderName);
}

function inside(root: string, folder: string[]): string {
  const directory = resolve(root, ...folder);
  if (directory === root || directory.startsWith(root + sep)) return directory;
  throw outside();
}

function outside(): ApplicationFailure {
  return ApplicationFailure.nonRetryable('the file path is outside the output directory', 'FileUnusable');
}
