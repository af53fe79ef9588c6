import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { escapedJson } from '../../base/text/unprintable';
import type { Settings } from '../../config';
import { metricsError, metricsOptions } from '../../temporal/telemetry/metrics-endpoint';
import { redactor, secretsIn } from '../../temporal/telemetry/redaction';
import { sdkLogger } from '../../temporal/telemetry/sdk-log';
import { tracing } from '../../temporal/telemetry/tracing';
import { textStream } from './log-text';

/** A larger log is rotated when the next one is opened. At most two logs exist. */
const ROTATE_ABOVE_BYTES = 10 * 1024 * 1024;

export interface OpenLog {
  log: Logger;
  /** The log file, if it goes to a file. */
  path?: string;
}

/** Logs to a file in the data directory, for interactive commands. */
export function openFileLog(settings: Settings): OpenLog {
  const directory = settings.data.directory;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'deck.log');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_ABOVE_BYTES) renameSync(path, `${path}.1`);
  return { log: open(settings, pino.destination({ dest: path, sync: true, mode: 0o600 })), path };
}

/**
 * Logs to stderr, for long-running processes: as text in a terminal, otherwise as JSON lines. Also serves metrics.
 * @throws Error if the metrics address cannot be used
 */
export function openProcessLog(settings: Settings): OpenLog {
  const destination = process.stderr.isTTY ? textStream(process.stderr) : pino.destination({ dest: 2, sync: true });
  return { log: open(settings, destination, settings.telemetry.metrics.address) };
}

/**
 * Must run before a worker is created. Otherwise the SDK logs to the console and stops workers on Ctrl-C.
 */
function open(settings: Settings, destination: DestinationStream, metricsAddress: string | null = null): Logger {
  const redacted = redactor(secretsIn(settings, process.env));
  const options: LoggerOptions = {
    level: settings.log.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    hooks: { streamWrite: (line) => escapedJson(redacted(line)) },
    mixin: () => {
      const traceId = tracing()?.traceId();
      return traceId === undefined ? {} : { traceId };
    },
  };
  const log = pino(options, destination);
  try {
    Runtime.install({
      logger: sdkLogger(log),
      telemetryOptions: {
        logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
        ...(metricsAddress === null ? {} : { metrics: metricsOptions(metricsAddress) }),
      },
      shutdownSignals: [],
    });
  } catch (error) {
    throw metricsAddress === null ? error : metricsError(metricsAddress, error);
  }
  return log;
}
