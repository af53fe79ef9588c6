import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Runtime } from '@temporalio/worker';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import type { Settings } from '../../config';
import { metricsError, metricsOptions } from '../../telemetry/metrics-endpoint';
import { redactor, secretsIn } from '../../telemetry/redaction';
import { sdkLogger } from '../../telemetry/sdk-log';
import { tracing } from '../../telemetry/tracing';
import { escapedJson } from '../../text/unprintable';
import { styled, writeLine } from './terminal';

/** A log above this is put aside when the next one is opened, so that two of them are the most there is. */
const LARGEST_BYTES = 10 * 1024 * 1024;

export interface OpenLog {
  log: Logger;
  /** Where it goes, when that is a file. */
  path?: string;
}

/** The log of a command whose screen belongs to a person: a file in the data directory. */
export function openFileLog(settings: Settings): OpenLog {
  const directory = settings.data.directory;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'deck.log');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_BYTES) renameSync(path, `${path}.1`);
  return { log: open(settings, pino.destination({ dest: path, sync: true, mode: 0o600 })), path };
}

/**
 * The log of a process that runs on its own: stderr, as JSON lines, or as text in a terminal. Such a process serves its
 * metrics as well.
 * @throws Error with one sentence when the address of the metrics cannot be used.
 */
export function openProcessLog(settings: Settings): OpenLog {
  const destination = process.stderr.isTTY ? readable(process.stderr) : pino.destination({ dest: 2, sync: true });
  return { log: open(settings, destination, settings.telemetry.metrics.address) };
}

/** Before any worker is made: the SDK would otherwise write to the console by itself, and end workers on Ctrl-C. */
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

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** JSON lines as text: time, level unless it is info, message, and the other fields behind it. */
function readable(stream: NodeJS.WriteStream): DestinationStream {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      for (const line of chunk.split('\n')) if (line !== '') writeLine(stream, lineOf(line, stream));
      done();
    },
  });
}

function lineOf(json: string, stream: NodeJS.WriteStream): string {
  const { time, level, msg, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const name = LEVELS[Number(level)] ?? '';
  const mark = name === 'info' ? '' : styled(Number(level) >= 50 ? 'red' : 'yellow', `${name} `, stream);
  const rest = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${styled('dim', clock, stream)} ${mark}${String(msg ?? '')} ${styled('dim', rest.join(' '), stream)}`.trimEnd();
}
