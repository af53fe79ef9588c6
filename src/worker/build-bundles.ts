import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { allTraits, builtBundle, type Program, programs } from '../temporal/bundles';

/** The directory that is being built. It becomes dist at the end. */
const folder = join(__dirname, '..', '..');

/**
 * Bundles the workflows at build time, which saves each worker two seconds at startup. Each program has a process of its
 * own, because a bundler uses one core.
 */
async function main(): Promise<void> {
  const [program] = process.argv.slice(2);
  if (program !== undefined) return bundle(program as Program);
  const codes = programs.map(async (each) => (await once(fork(__filename, [each]), 'exit'))[0] as number | null);
  if ((await Promise.all(codes)).some((code) => code !== 0)) process.exitCode = 1;
}

async function bundle(program: Program): Promise<void> {
  const compiled = join(folder, 'workflows');
  const jobs = join(folder, 'src', 'service', 'jobs', 'workflows', 'index.js');
  const paths = { presentation: join(compiled, 'index.js'), jobs };
  const payloadConverterPath = join(compiled, 'readable-payloads.js');
  const readable = join(compiled, 'readable-messages.js');
  const ahead = join(compiled, 'ahead-of-history.js');
  const failureConverterPath = join(compiled, 'failures.js');
  const tracer = require.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors');
  const logger = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} };
  for (const traits of allTraits) {
    const { code } = await bundleWorkflowCode({
      workflowsPath: paths[program],
      // Evaluated once per worker instead of once per workflow, which saves a third of a waiting deck's heap. Therefore
      // nothing in these modules may change after loading (test/structure).
      preloadModules: [paths[program], payloadConverterPath, readable, ahead],
      logger,
      payloadConverterPath,
      failureConverterPath,
      // The tracer comes last because it throws on headers that it cannot read.
      workflowInterceptorModules: [ahead, readable, ...(traits.traced ? [tracer] : [])],
    });
    await writeFile(join(folder, basename(builtBundle(program, traits).codePath)), namingDist(code));
  }
}

/** Replaces the name of the build directory in module names, and the bundle's hash, which depends on it. */
function namingDist(code: string): string {
  const renamed = (text: string) =>
    text.replaceAll(`/${basename(folder)}/`, '/dist/').replace(/workflow-bundle-[0-9a-f]{20}/, 'workflow-bundle');
  return renamed(code).replace(/(?<=;base64,)[\w+/=]+\s*$/, (map) =>
    Buffer.from(renamed(Buffer.from(map, 'base64').toString())).toString('base64'),
  );
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
