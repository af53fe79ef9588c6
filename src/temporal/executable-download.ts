import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { type Install, install, NotInstalled, run } from './executable-install';
import { type Archive, archiveFor, temporalRelease } from './executable-release';

interface Download extends Install {
  deadlineMs: number;
  /** Left out, the release's own for this system. */
  archive?: Archive | undefined;
}

/** Downloads the release. Nothing is unpacked, and so nothing runs, before the checksum of the archive fits. */
export async function downloadArchive(options: Download): Promise<string> {
  const { target, env, onProgress, deadlineMs, archive = archiveFor(process.platform, process.arch) } = options;
  const { version } = temporalRelease;
  if (archive === undefined) throw new NotInstalled(`no checksum is known for ${process.platform}-${process.arch}`);
  const { hostname } = new URL(archive.url);
  await requireResolvable(hostname, env);
  return install(target, onProgress, async (directory) => {
    onProgress(`Downloading the Temporal server ${version} (once, up to ${Math.round(deadlineMs / 1000)} s) ...`);
    const file = join(directory, 'archive.tar.gz');
    const found = await fetched(archive.url, file, env, deadlineMs);
    if (found !== archive.sha256) {
      onProgress(
        `The archive from ${hostname} is not the Temporal server ${version}: its checksum differs. Deleting it.`,
      );
      throw new NotInstalled(`the archive has the SHA-256 ${found} instead of ${archive.sha256}`);
    }
    await run('tar', ['-xzf', file, 'temporal'], { env, directory, deadlineMs });
    return join(directory, 'temporal');
  });
}

/** Half a minute of silence is saved where the name is unknown; behind a proxy the name need not be known here. */
async function requireResolvable(hostname: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (['HTTPS_PROXY', 'https_proxy'].some((name) => env[name])) return;
  const resolved = lookup(hostname).then(
    () => true,
    () => false,
  );
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, 5_000, false).unref());
  if (!(await Promise.race([resolved, tooLong]))) throw new NotInstalled(`${hostname} cannot be found by name`);
}

/** Writes what the address answers to a file. @returns its SHA-256 in hexadecimal digits. */
async function fetched(url: string, file: string, env: NodeJS.ProcessEnv, deadlineMs: number): Promise<string> {
  const proxies = new EnvHttpProxyAgent({
    httpProxy: env.http_proxy || env.HTTP_PROXY || '',
    httpsProxy: env.https_proxy || env.HTTPS_PROXY || '',
    noProxy: env.no_proxy || env.NO_PROXY || '',
  });
  const signal = AbortSignal.timeout(deadlineMs);
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const { ok, status, body } = await fetch(url, { dispatcher: proxies, signal });
    if (!ok || body === null) throw new NotInstalled(`${url} answers ${status}`);
    await pipeline(Readable.fromWeb(body), hashing, createWriteStream(file), { signal });
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof NotInstalled) throw error;
    if (signal.aborted) throw new NotInstalled(`not done within ${deadlineMs / 1000} s`);
    const { message, cause } = error as Error;
    throw new NotInstalled(`${new URL(url).hostname}: ${(cause as Error | undefined)?.message || message}`);
  } finally {
    await proxies.destroy();
  }
}
