import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { packageRoot } from '../../src/base/io/package-root';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { historyOf, keptNames, replayable } from '../replay/kept';
import { quietTemporal } from '../setup/quiet-temporal';

/** Modules that a program has loaded after it has loaded the worker and everything that connects. */
function loadedBy(code: string): string[] {
  const program = `${code}; console.log(JSON.stringify(Object.keys(require.cache)))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { cwd: packageRoot, encoding: 'utf8' }));
}

const worker = "require('./dist/src/worker/run-worker.js'); require('./dist/src/service/service.js');";

test('a process that does not trace loads nothing of OpenTelemetry', () => {
  const tracers = (modules: string[]) =>
    modules.filter((name) => name.includes(`${join('node_modules', '@opentelemetry')}/`));
  expect(tracers(loadedBy(worker))).toEqual([]);
  expect(tracers(loadedBy("require('./dist/src/temporal/telemetry/tracing-sdk.js')"))).not.toEqual([]);
});

test('a replay of every kept history with the traced bundle fits, and tells no span again', async () => {
  quietTemporal();
  const told: unknown[] = [];
  const sinks = { exporter: { export: { fn: (...spans: unknown[]) => void told.push(spans) } } };
  const code = readFileSync(builtBundle('presentation', { ...plainTraits, traced: true }).codePath, 'utf8');
  const histories = keptNames.map((name) => replayable(historyOf(name)));
  expect(histories.length).toBeGreaterThanOrEqual(30);
  const failed: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: { code }, sinks }, histories)) {
    if (error !== undefined) failed.push(`${workflowId}: ${error.message}`);
  }
  expect(failed).toEqual([]);
  expect(told).toEqual([]);
});
