import { createHash, type Hash, randomUUID } from 'node:crypto';
import { lstat, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, parse, relative, resolve, sep } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { EVIDENCE_FILE } from '../src/base/audit/evidence-file';
import { replaceFile } from '../src/base/io/durable-file';
import { LeadsOutside, makeFolderInside } from '../src/base/io/folder-inside';
import { errorSentence } from '../src/base/text/sentence';
import { download, watched } from '../src/client';
import { absoluteLink, privateAllowed } from '../src/client/account';
import type { Evidence } from '../src/core/acts';
import { userKeyOf } from '../src/core/deck-id';
import { archive, type DeliveryFormat, type FileKind, fileKindOf, formats } from '../src/core/formats';
import { given } from '../src/core/given';
import type { DeliveredFile } from '../src/core/progress';
import type { LedgerEntry } from '../src/decks/documents/ledger';
import { type Finding, findingSentences } from '../src/slides/check';
import { evidenceBytes } from './evidence';
import { isDiskFull } from './failures';
import { FileCheck, unwrapped } from './file-check';
import { folderName, safeName } from './file-names';
import { deckLedger, type Earlier } from './ledger';
import { type ActivityDependencies, perform, type User } from './perform';

export interface DownloadCall {
  user: User;
  /** Export task identifier. The activity requests the links itself, so that no history contains one. */
  taskKey: string;
  format: DeliveryFormat;
  /** The deck's directory below the output directory: the uid, then the name that the deck decided. */
  folder: string[];
  /** File name without extension. */
  name: string;
  /** Delivers image files as one zip file. */
  zip?: boolean;
  /** For the file next to them: the decisions, and what was delivered before. */
  evidence?: Evidence & { files: DeliveredFile[] };
}

export interface Downloaded extends Earlier {
  files: DeliveredFile[];
  found?: string[];
}

interface Fetched {
  bytes: number;
  sha256: string;
  /** The new name of a file that was there and is not of this run. */
  kept?: string;
}

/** Extension of an incomplete download. */
const INCOMPLETE = '.part';

export function downloadActivities(deps: ActivityDependencies) {
  const { settings, client } = deps;
  const root = resolve(settings.output.directory);

  return {
    /**
     * Downloads the files of a finished export. Each file is checked by size, magic bytes and end, and then moved into
     * place atomically. A second download replaces the files of this run; a file of an earlier run, or one that someone
     * changed, is kept under another name, and `earlier` says so. PPTX and PDF files are also checked like `deck check` does,
     * images of slides only for missing images; `found` has a sentence for each rule with errors or warnings.
     * @throws `LinkExpired`, `ExportMissing`, `FileUnusable`, and the failures of the result call
     */
    downloadExport: ({ user, taskKey, format, folder, name, zip, evidence }: DownloadCall): Promise<Downloaded> =>
      perform(deps, 'readExportResult', async (signal, progress) => {
        const links = await client.call('readExportResult', { task_key: taskKey }, { ...user, signal });
        if (links.length === 0) throw unusable('the export has no file yet');
        const directory = inside(root, folderOf(folder, user));
        await makeFolderInside(root, directory).catch((error) => {
          throw error instanceof LeadsOutside ? outside() : (unwritable(error) ?? error);
        });
        const files: DeliveredFile[] = [];
        const earlier: string[] = [];
        for (const [index, link] of links.entries()) {
          const page = links.length === 1 ? '' : `-${String(index + 1).padStart(2, '0')}`;
          const kind = fileKindOf(format, zip === true);
          const { extension } = formats[format];
          // The zip files of two image formats need different names.
          const ending = kind === archive ? `${extension}.${archive.extension}` : extension;
          const path = join(directory, `${safeName(name)}${page}.${ending}`);
          const fetched = await fetchFile(absoluteLink(link, settings), path, kind, signal, progress);
          const { kept, ...facts } = fetched;
          files.push({ format, path, ...facts });
          if (kept !== undefined) earlier.push(`${basename(path)} was there already; that file is now ${kept}`);
        }
        if (evidence !== undefined) await writeEvidence(directory, evidence, files);
        const found = await findingsIn(files, signal);
        return { files, ...(found.length === 0 ? {} : { found }), ...(earlier.length === 0 ? {} : { earlier }) };
      }),
  };

  /** Next to the files, of all formats so far. That of an earlier run is kept under another name. */
  async function writeEvidence(
    directory: string,
    { files: before, ...evidence }: NonNullable<DownloadCall['evidence']>,
    files: readonly DeliveredFile[],
  ): Promise<void> {
    const path = join(directory, EVIDENCE_FILE);
    const here = before.filter(
      (file) => dirname(file.path) === directory && !files.some((each) => each.path === file.path),
    );
    const bytes = evidenceBytes(deps, evidence, [...here, ...files], directory);
    try {
      await keepOther(path, hashOf(bytes));
      await replaceFile(path, bytes);
    } catch (error) {
      throw unwritable(error) ?? error;
    }
  }

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

  function fetchFile(...wanted: Parameters<typeof fetchTo>): Promise<Fetched> {
    return watched(deps.telemetry.calls, { endpoint: 'download', method: 'GET' }, async () => {
      const fetched = await fetchTo(...wanted);
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
  ): Promise<Fetched> {
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
      const inner = check.isZip() ? await unwrap(temporary, kind, settings.download.maxSize) : undefined;
      const facts = inner ?? { bytes: check.bytes, sha256: hash.digest('hex') };
      const kept = await keepOther(path, facts.sha256);
      await rename(temporary, path);
      return { ...facts, ...given({ kept }) };
    } catch (error) {
      throw unwritable(error) ?? error;
    } finally {
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true });
    }
  }

  /**
   * Gives the file at `path` another name, unless this run wrote it, it is the same file, or a link. Notes the new file
   * before it is there. @returns the other name
   */
  async function keepOther(path: string, sha256: string): Promise<string | undefined> {
    const ledger = deckLedger(deps);
    const what = relative(root, path);
    const isFile = await lstat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    const present = isFile ? hashOf(await readFile(path)) : undefined;
    const isOurs = (entry: LedgerEntry) => entry.what === what && entry.sha256 === present && entry.run === ledger.run;
    const replaced = present === undefined || present === sha256 || (await ledger.entries()).some(isOurs);
    await ledger.add({ kind: 'file', what, sha256 });
    if (replaced) return undefined;
    const { dir, name, ext } = parse(path);
    const there = await readdir(dir);
    for (let number = 1; ; number += 1) {
      const kept = `${name}-earlier${number === 1 ? '' : `-${number}`}${ext}`;
      if (there.includes(kept)) continue;
      await rename(path, join(dir, kept));
      return kept;
    }
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Replaces a ZIP package around the file by the file. @returns its facts, or undefined without such a package */
async function unwrap(
  path: string,
  kind: FileKind,
  most: number,
): Promise<{ bytes: number; sha256: string } | undefined> {
  const packed = await readFile(path);
  const file = unwrapped(packed, kind, most);
  if (typeof file === 'string') throw unusable(file);
  if (file === packed) return undefined;
  await writeFile(path, file, { flush: true });
  return { bytes: file.length, sha256: hashOf(file) };
}

/** Removes incomplete downloads that a killed worker left. No other attempt still writes this file. */
async function removeIncomplete(path: string): Promise<void> {
  const folder = dirname(path);
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(path)}.`) && name.endsWith(INCOMPLETE),
  );
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** An invalid file. The next attempt requests the links again. */
function unusable(fault: string): ApplicationFailure {
  return ApplicationFailure.retryable(`the exported file cannot be used: ${fault}`, 'FileUnusable');
}

/** A failure for disk errors, which a person can fix before the next attempt; undefined for every other error. */
function unwritable(error: unknown): ApplicationFailure | undefined {
  const { code, syscall = '' } = error as NodeJS.ErrnoException;
  if (isDiskFull(error) || !['write', 'open', 'rename', 'fsync', 'mkdir'].includes(syscall)) return undefined;
  return ApplicationFailure.retryable(`the file cannot be written to the output directory: ${code}`, 'FileUnusable');
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
