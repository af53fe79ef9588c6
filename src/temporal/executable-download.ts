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
  timeoutMs: number;
  /** Defaults to the release for this system. */
  archive?: Archive | undefined;
}

/** Downloads the release and verifies its checksum before unpacking it. */
export async function downloadArchive(options: Download): Promise<string> {
  const { target, env, onProgress, timeoutMs, archive = archiveFor(process.platform, process.arch) } = options;
  const { version } = temporalRelease;
  if (archive === undefined) throw new NotInstalled(`there is no checksum for ${process.platform}-${process.arch}`);
  const { hostname } = new URL(archive.url);
  await requireResolvable(hostname, env);
  return install(target, onProgress, async (directory) => {
    onProgress(`Downloading the Temporal server ${version} (once, up to ${Math.round(timeoutMs / 1000)} s) ...`);
    const file = join(directory, 'archive.tar.gz');
    const found = await fetched(archive.url, file, env, timeoutMs);
    if (found !== archive.sha256) {
      onProgress(`Checksum mismatch: the archive from ${hostname} is not the Temporal server ${version}. Deleting it.`);
      throw new NotInstalled(`the archive has the SHA-256 ${found} instead of ${archive.sha256}`);
    }
    await run('tar', ['-xzf', file, 'temporal'], { env, directory, timeoutMs });
    return join(directory, 'temporal');
  });
}

/** Fails fast without DNS, which saves half a minute. Behind a proxy, DNS is not needed. */
async function requireResolvable(hostname: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (['HTTPS_PROXY', 'https_proxy'].some((name) => env[name])) return;
  const resolved = lookup(hostname).then(
    () => true,
    () => false,
  );
  const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, 5_000, false).unref());
  if (!(await Promise.race([resolved, timedOut]))) throw new NotInstalled(`${hostname} cannot be resolved`);
}

/** Downloads a URL to a file. @returns its SHA-256 in hexadecimal digits */
async function fetched(url: string, file: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<string> {
  const proxies = new EnvHttpProxyAgent({
    httpProxy: env.http_proxy || env.HTTP_PROXY || '',
    httpsProxy: env.https_proxy || env.HTTPS_PROXY || '',
    noProxy: env.no_proxy || env.NO_PROXY || '',
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const { ok, status, body } = await fetch(url, { dispatcher: proxies, signal });
    if (!ok || body === null) throw new NotInstalled(`${url} returned ${status}`);
    await pipeline(Readable.fromWeb(body), hashing, createWriteStream(file), { signal });
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof NotInstalled) throw error;
    if (signal.aborted) throw new NotInstalled(`timed out after ${timeoutMs / 1000} s`);
    const { message, cause } = error as Error;
    throw new NotInstalled(`${new URL(url).hostname}: ${(cause as Error | undefined)?.message || message}`);
  } finally {
    await proxies.destroy();
  }
}
