import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { type Settings, settingsSchema } from '../src/config/settings';
import type { Timing } from '../src/service/domain/timing';
import { type RunningService, startService } from '../src/service/service';
import {
  connectTemporal,
  findTemporalExecutable,
  presentationSearchAttributes,
  startDevServer,
  type TemporalConnection,
} from '../src/temporal';
import { startPresentationWorker } from '../src/worker/run-worker';

// Without its signals the SDK would let workers drain on Ctrl-C, while the benchmark waits for their decks indefinitely.
Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });

export interface StackOptions {
  /** False: without the worker of the decks. */
  worker?: boolean;
  /** With the server's database on disk, as `deck dev` has it; in memory by default. */
  durable?: boolean;
}

/** Temporal server, service and, unless left out, worker in this process, in a folder of their own. */
export interface LocalStack {
  settings: Settings;
  temporal: TemporalConnection;
  service: RunningService;
  close(): Promise<void>;
}

export async function startLocalStack(
  sections: Record<string, unknown> = {},
  timing: Partial<Timing> = {},
  { worker: withWorker = true, durable = false }: StackOptions = {},
): Promise<LocalStack> {
  const directory = mkdtempSync(join(tmpdir(), 'deck-bench-'));
  const { path: executable } = await findTemporalExecutable();
  const server = await startDevServer({
    executable,
    headless: true,
    ...(durable ? { dbFile: join(directory, 'temporal.db') } : {}),
    namespaces: ['default', 'service'],
    searchAttributes: presentationSearchAttributes,
  });
  const base = settingsSchema.parse({
    ...sections,
    temporal: { mode: 'existing', address: server.address },
    data: { directory: join(directory, 'data') },
    output: { directory: join(directory, 'out') },
    log: { level: 'silent' },
  });
  const log = pino({ level: 'silent' });
  const temporal = await connectTemporal(base);
  const service = await startService({ settings: base, temporal, log, port: 0, timing });
  const settings = { ...base, service: { ...base.service, baseUrl: service.url } };
  const worker = withWorker ? await startPresentationWorker({ settings, temporal, log }) : undefined;
  return {
    settings,
    temporal,
    service,
    async close() {
      await worker?.stop();
      await service.close();
      await temporal.close();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
