import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { allTraits, builtBundle, programs } from '../temporal/bundles';

/** The folder that is being built, which becomes dist at the end. */
const folder = join(__dirname, '..', '..');

/** Bundles the workflows once at build time: a worker that bundles at its start needs two seconds more. */
async function main(): Promise<void> {
  const compiled = join(folder, 'workflows');
  const paths = { presentation: join(compiled, 'index.js'), jobs: join(compiled, 'jobs', 'index.js') };
  const payloadConverterPath = join(compiled, 'readable-payloads.js');
  const readable = join(compiled, 'readable-messages.js');
  const ahead = join(compiled, 'ahead-of-history.js');
  const failureConverterPath = join(compiled, 'failures.js');
  const tracer = require.resolve('@temporalio/interceptors-opentelemetry/lib/workflow-interceptors');
  const logger = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} };
  for (const program of programs) {
    for (const traits of allTraits) {
      const { code } = await bundleWorkflowCode({
        workflowsPath: paths[program],
        // Evaluated once in a worker, not once for each of its workflows: a waiting deck takes two thirds of the heap that
        // it took. So nothing in these modules may change after they are loaded (test/structure).
        preloadModules: [paths[program], payloadConverterPath, readable, ahead],
        logger,
        payloadConverterPath,
        failureConverterPath,
        // In this order: the tracer throws at headers that it cannot read.
        workflowInterceptorModules: [ahead, readable, ...(traits.traced ? [tracer] : [])],
      });
      await writeFile(join(folder, basename(builtBundle(program, traits).codePath)), namingDist(code));
    }
  }
}

/** Modules are named after the folder that they were compiled into, and the bundle after a hash of all that. */
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
