import { lookup } from 'node:dns/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { type Install, install, NotInstalled, run } from './executable-install';
import { checksumOf, type TemporalRelease } from './executable-release';

/** A network that drops packets or a silent proxy must not hold up the next source. */
const SILENCE_MS = 10_000;
/** A slow line may take minutes for 45 MB. */
const WHOLE_MS = 15 * 60_000;

interface Download extends Install {
  release: TemporalRelease;
  /** Defaults to Temporal's own archive for this system. */
  url?: string;
  silenceMs?: number | undefined;
}

/** Downloads Temporal's own archive of a release and unpacks the executable. */
export async function downloadArchive(options: Download): Promise<string> {
  const { target, env, onProgress, release, silenceMs = SILENCE_MS, url = archiveUrl(release) } = options;
  const sha256 = checksumOf(release);
  const { hostname } = new URL(url);
  await requireResolvable(hostname, env);
  return install(target, { onProgress, sha256 }, async (directory) => {
    onProgress(`Downloading the Temporal server ${release.server} from ${hostname} (45 MB, once) ...`);
    const file = join(directory, 'archive.tar.gz');
    await download(url, file, env, silenceMs);
    await run('tar', ['-xzf', file, 'temporal'], { env, directory, timeoutMs: 120_000 });
    return join(directory, 'temporal');
  });
}

function archiveUrl({ version }: TemporalRelease): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = `temporal_cli_${version}_${process.platform}_${arch}.tar.gz`;
  return `https://github.com/temporalio/cli/releases/download/v${version}/${name}`;
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

async function download(url: string, file: string, env: NodeJS.ProcessEnv, silenceMs: number): Promise<void> {
  const proxies = new EnvHttpProxyAgent({
    httpProxy: env.http_proxy || env.HTTP_PROXY || '',
    httpsProxy: env.https_proxy || env.HTTPS_PROXY || '',
    noProxy: env.no_proxy || env.NO_PROXY || '',
    connect: { timeout: silenceMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
  const signal = AbortSignal.timeout(WHOLE_MS);
  try {
    const { ok, status, body } = await fetch(url, { dispatcher: proxies, signal });
    if (!ok || body === null) throw new NotInstalled(`${url} returned ${status}`);
    await pipeline(Readable.fromWeb(body), createWriteStream(file), { signal });
  } catch (error) {
    if (error instanceof NotInstalled) throw error;
    throw new NotInstalled(`${new URL(url).hostname}: ${signal.aborted ? 'it took too long' : causeOf(error)}`);
  } finally {
    await proxies.destroy();
  }
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { name, message: reason } = (cause ?? {}) as Error;
  if (/Timeout/.test(name ?? '')) return 'it does not respond';
  return reason || message;
}
