import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporal } from '@temporalio/proto';
import { replayable } from './kept';
import type { Recorded } from './prefix-worker';

/** Histories as `temporal workflow show -o json` or a download of the UI has them, as they are or gzipped. */
const JSON_FORM = /\.json(\.gz)?$/;
/** As a client of any language writes the message `temporal.api.history.v1.History`. */
const BINARY_FORM = /\.(bin|pb|binpb)(\.gz)?$/;

/** The histories of a folder and of those in it, by their names there. Encrypted ones are not read. */
export function historiesIn(folder: string): { name: string; recorded: Recorded }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => JSON_FORM.test(name) || BINARY_FORM.test(name))
    .sort()
    .map((name) => {
      const file = readFileSync(join(folder, name));
      const bytes = name.endsWith('.gz') ? gunzipSync(file) : file;
      return { name, recorded: JSON_FORM.test(name) ? replayable(JSON.parse(bytes.toString('utf8'))) : decoded(bytes) };
    });
}

function decoded(bytes: Uint8Array): Recorded {
  const history = temporal.api.history.v1.History.decode(bytes);
  const { workflowId } = history.events[0]!.workflowExecutionStartedEventAttributes!;
  return { history, workflowId: workflowId || 'presentation/replayed/deck' };
}

/** Workflow type. */
export function typeOf({ history }: Recorded): string {
  return history.events![0]!.workflowExecutionStartedEventAttributes!.workflowType!.name!;
}
