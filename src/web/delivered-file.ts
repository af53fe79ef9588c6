import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, resolve, sep } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { disposition } from '../base/io/disposition';
import { mediaTypeOf } from '../core/formats';
import type { DeliveredFile } from '../core/progress';
import type { ReviewContext } from './context';
import { HttpError } from './http-error';

/**
 * Sends a delivered file from the disk that worker and review server share. The file must be inside the output
 * directory after symbolic links are resolved, and must not have changed since the worker wrote it.
 */
export async function sendDelivered(
  c: ReviewContext,
  delivered: DeliveredFile,
  outputDirectory: string,
): Promise<Response> {
  const { signal } = c.req.raw;
  const file = await openInside(delivered.path, outputDirectory);
  try {
    if (!(await isUnchanged(file, delivered))) {
      throw new HttpError('not-found', `The file ${basename(delivered.path)} has changed since it was delivered.`);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  const { bytes, path, sha256 } = delivered;
  c.set('audited', { ...c.get('audited'), object: basename(path), sha256 });
  const headers = {
    'content-type': mediaTypeOf(delivered),
    'content-length': String(bytes),
    'content-disposition': disposition('attachment', basename(path)),
  };
  // The body of a response to HEAD or to a closed connection is never read, so nothing would close the file.
  if (c.req.method === 'HEAD' || bytes === 0 || signal.aborted) {
    await file.close();
    return new Response(null, { headers });
  }
  const stream = addAbortSignal(signal, file.createReadStream({ start: 0, end: bytes - 1 }));
  return new Response(Readable.toWeb(stream) as ReadableStream, { headers });
}

async function openInside(path: string, outputDirectory: string): Promise<FileHandle> {
  const elsewhere = () =>
    new HttpError('not-found', `The file ${basename(path)} is on the worker's host. This server cannot read it.`);
  try {
    const root = await realpath(resolve(outputDirectory));
    const real = await realpath(path);
    if (!real.startsWith(root + sep)) throw elsewhere();
    const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw elsewhere();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw elsewhere();
  }
}

async function isUnchanged(file: FileHandle, { bytes, sha256 }: DeliveredFile): Promise<boolean> {
  if ((await file.stat()).size !== bytes) return false;
  const hash = createHash('sha256');
  if (bytes > 0) for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
  return hash.digest('hex') === sha256;
}
