import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Session } from '../service/session';
import type { DeckEnd } from './decks';
import type { Rig } from './rig';

/**
 * Wrongs done behind a deck's back when it has ended, each of which the checker must name: a checker that has never said
 * no has said nothing.
 */
export interface Sabotage {
  /** The decks that it can be done to. */
  fits(end: DeckEnd): boolean;
  commit(rig: Rig, end: DeckEnd): Promise<void>;
  /** What the checker says. */
  named: RegExp;
}

const delivered = ({ outcome }: DeckEnd) => outcome === 'delivered';
const cancelled = ({ outcome }: DeckEnd) => outcome === 'cancelled';
const sessionOf = ({ settings }: Rig, { plan }: DeckEnd) =>
  Session.open(`http://127.0.0.1:${settings.server.port}`, plan.uid);

export const sabotages: Record<string, Sabotage> = {
  'a second task': {
    fits: delivered,
    commit: async (rig, end) => void (await (await sessionOf(rig, end)).createTask('Behind its back')),
    named: /tasks: \d+, and the result speaks of/,
  },
  'a second design': {
    fits: delivered,
    commit: async (rig, end) => {
      const session = await sessionOf(rig, end);
      await session.form('/api/design/v2/save', { task_id: end.result!.taskId!, name: 'Behind its back' });
    },
    named: /designs: \d+, and the result speaks of/,
  },
  'a second export': {
    fits: delivered,
    commit: async (rig, end) => {
      const { designId, files } = end.result!;
      const session = await sessionOf(rig, end);
      for (const format of new Set(files.map((file) => file.format)))
        await session.form('/api/download/export/file', { id: designId!, format });
    },
    named: /exports, \d+ in the result|exports as \w+: \d+/,
  },
  'another id in the result': {
    fits: delivered,
    commit: async (_, end) => {
      end.result!.designId = (end.result!.designId as number) + 100_000;
    },
    named: /design \d+ is not in the service/,
  },
  'a byte of a delivered file': {
    fits: delivered,
    commit: async (_, end) => turnByte(end.result!.files[0]!.path),
    named: /is not what the result says/,
  },
  'a byte of a file in the service': {
    fits: delivered,
    commit: async ({ settings }) => {
      // Of every deck: only the database knows which of them are this one's.
      const files = join(settings.data.directory, 'service', 'files');
      for (const name of readdirSync(files, { recursive: true, withFileTypes: true }))
        if (name.isFile()) turnByte(join(name.parentPath, name.name));
    },
    named: /is not what the service has/,
  },
  'a file that is half written': {
    fits: delivered,
    commit: async (_, end) => writeFileSync(`${end.result!.files[0]!.path}.0.part`, 'half'),
    named: /^left half written/,
  },
  'something made after a cancellation': {
    fits: cancelled,
    commit: async (rig, end) => void (await (await sessionOf(rig, end)).createTask('Too late')),
    named: /when the cancellation was acknowledged/,
  },
  'a secret in a log': {
    fits: delivered,
    // What the worker prints when it starts, for once taken for a secret.
    commit: async (rig) => void rig.secrets.set('worker ready', 'a planted secret'),
    named: /the log of the worker holds a planted secret/,
  },
};

function turnByte(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = bytes[middle]! ^ 1;
  writeFileSync(path, bytes);
}
