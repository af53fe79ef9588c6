import { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';
import { deckFields } from '../../temporal/telemetry/sdk-log';
import { styled, writeLine } from './terminal';

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** Fields that only a machine needs: they repeat what the ID at the start of a line says, or the settings. */
const OMITTED = new Set([
  'deck',
  'uid',
  'workflowId',
  'runId',
  'workflowType',
  'part',
  'namespace',
  'taskQueue',
  'activityId',
]);

/** Writes JSON lines as text for a terminal. A JSON log has all fields. */
export function textStream(stream: NodeJS.WriteStream): DestinationStream {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      for (const line of chunk.split('\n')) if (line !== '') writeLine(stream, textOf(line, stream));
      done();
    },
  });
}

/** Time, level (unless info), deck or workflow, message and the remaining fields. */
export function textOf(json: string, stream: NodeJS.WriteStream): string {
  const { time, level, msg, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const name = LEVELS[Number(level)] ?? '';
  const mark = name === 'info' ? '' : styled(Number(level) >= 50 ? 'red' : 'yellow', `${name} `, stream);
  const named = fields.deck ?? fields.workflowId;
  const id = deckFields(named).deck ?? named;
  const subject = id === undefined ? '' : `${styled('bold', String(id), stream)} `;
  const rest = Object.entries(fields)
    .filter(([key, value]) => !OMITTED.has(key) && !(key === 'attempt' && value === 1))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const text = `${styled('dim', clock, stream)} ${mark}${subject}${String(msg ?? '')}`;
  return rest.length === 0 ? text : `${text} ${styled('dim', rest.join(' '), stream)}`;
}
