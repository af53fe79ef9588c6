import type { Logger } from 'pino';
import { openPrivateDirectory } from '../../base/io/private-directory';
import type { Settings } from '../../config';
import { connectTemporal, type TemporalConnection } from '../../temporal';
import { checkTemporal, type Health, startHealth } from '../../temporal/telemetry/health';
import { type Interruption, listenForInterruption } from '../invocation/interruption';
import { openProcessLog } from '../terminal/logs';

interface RunningServer {
  log: Logger;
  health: Health;
  interruption: Interruption;
}

/** Runs a server with its log and health endpoints until `serve`, which waits for Ctrl-C, has stopped it. */
export async function runServer(settings: Settings, serve: (server: RunningServer) => Promise<void>): Promise<void> {
  const { log } = openProcessLog(settings);
  const interruption = listenForInterruption();
  const health = await startHealth(settings);
  try {
    await serve({ log, health, interruption });
  } finally {
    await health.close();
    interruption.dispose();
  }
}

interface ConnectedServer extends RunningServer {
  temporal: TemporalConnection;
  /** Makes /readyz depend on Temporal. Without a check, the process is not ready. */
  ready(): void;
}

/** One with a data directory and a connection to Temporal. */
export function runConnected(settings: Settings, serve: (server: ConnectedServer) => Promise<void>): Promise<void> {
  return runServer(settings, async (server) => {
    const visible = openPrivateDirectory(settings.data.directory);
    if (visible !== undefined) server.log.warn(visible);
    const temporal = await connectTemporal(settings);
    try {
      const ready = () => server.health.watch('temporal', () => checkTemporal(temporal));
      await serve({ ...server, temporal, ready });
    } finally {
      await temporal.close();
    }
  });
}
