import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { bundles } from './bundles';

/** Bundles the workflows once at build time: a worker that bundles at its start needs two seconds more. */
async function main(): Promise<void> {
  const compiled = join(__dirname, '..', '..');
  for (const [workflowsPath, bundle] of [
    [join(compiled, 'workflows', 'index.js'), bundles.presentation],
    [join(compiled, 'workflows', 'jobs', 'index.js'), bundles.jobs],
  ] as const) {
    const logger = { trace() {}, debug() {}, info() {}, warn: console.warn, error: console.error, log() {} };
    const { code } = await bundleWorkflowCode({ workflowsPath, logger });
    await writeFile(bundle.codePath, code);
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
