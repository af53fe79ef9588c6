import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Logger as SdkLogger } from '@temporalio/common';
import { Runtime } from '@temporalio/worker';
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import type { Settings } from '../config';
import { styled } from './terminal';

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

/** The log of a process that runs on its own: stderr, as JSON lines, or as text in a terminal. */
export function openProcessLog(settings: Settings): OpenLog {
  return {
    log: open(settings, process.stderr.isTTY ? readable(process.stderr) : pino.destination({ dest: 2, sync: true })),
  };
}

/** Before any worker is made: the SDK would otherwise write to the console by itself, and end workers on Ctrl-C. */
function open(settings: Settings, destination: DestinationStream): Logger {
  const options: LoggerOptions = { level: settings.log.level, base: null, timestamp: stdTimeFunctions.isoTime };
  const log = pino(options, destination);
  Runtime.install({
    logger: sdkLogger(log.child({ part: 'sdk' })),
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
    shutdownSignals: [],
  });
  return log;
}

/** Warnings about what is meant to be so: each queue has either workflows or activities. */
const EXPECTED = /^No (workflows|activities) registered/;

/** What the SDK calls information (a worker changes its state) is detail to an operator of decks. */
function sdkLogger(log: Logger): SdkLogger {
  const at =
    (level: 'trace' | 'debug' | 'warn' | 'error') =>
    (message: string, meta?: Record<string, unknown>): void =>
      log[EXPECTED.test(message) ? 'debug' : level](meta ?? {}, message);
  const levels = {
    TRACE: at('trace'),
    DEBUG: at('trace'),
    INFO: at('debug'),
    WARN: at('warn'),
    ERROR: at('error'),
  };
  return {
    log: (level, message, meta) => levels[level](message, meta),
    trace: levels.TRACE,
    debug: levels.DEBUG,
    info: levels.INFO,
    warn: levels.WARN,
    error: levels.ERROR,
  };
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** JSON lines as text: time, level unless it is info, message, and the other fields behind it. */
function readable(stream: NodeJS.WriteStream): DestinationStream {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      for (const line of chunk.split('\n')) if (line !== '') stream.write(`${lineOf(line, stream)}\n`);
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
