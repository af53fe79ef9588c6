import type { PresentationResult } from '../../src/core/progress';
import type { DesignRow } from '../../src/service/store/schema';
import { judge } from '../faults/checker';
import type { WebhookListener } from '../notifications/webhook-listener';
import { Session } from '../service/session';
import type { Deck, Installation } from './installation';

export type SavedDesign = DesignRow & { content: string };

/** Pace of the service while something is brought into its state. */
export type Pace = 'quick' | 'slow exports' | 'slow jobs';

/**
 * Something that is open, or lies there, when a version is stopped for good. Its name is the user that it belongs to.
 * @typeParam Facts what has to be known of it later: JSON, kept with the installation
 */
export interface Case<Facts> {
  pace: Pace;
  bring(kept: Installation): Promise<Facts>;
  /** Continues it under a later version, to its end; expects the right result. */
  carry(kept: Installation, facts: Facts, receiver: WebhookListener): Promise<void>;
}

export function define<Facts>(one: Case<Facts>): Case<unknown> {
  return one as Case<unknown>;
}

export const off = { review: { mode: 'off' } };
export const required = { review: { mode: 'required' } };
export const design = (kept: Installation, uid: string) =>
  kept.rows<SavedDesign>(
    'select * from designs where user_id in (select id from users where uid = ?) order by id',
    uid,
  );
export const decide = (deck: Deck, decision: object) =>
  deck.executeUpdate('review', { args: [{ reviewer: 'ada', ...decision }] });

/** The result, its paths as they are here, when the service and the folders agree with it. */
export async function delivered(
  kept: Installation,
  deck: Deck,
  formats: readonly string[] = ['ppt'],
): Promise<PresentationResult> {
  const told = await deck.result();
  const result = { ...told, files: told.files.map((file) => ({ ...file, path: kept.here(file.path) })) };
  expect(result.outcome).toBe('delivered');
  expect(result.files.map(({ format }) => format)).toEqual(formats);
  expect(result.possibleDuplicates).toEqual([]);
  expect(judge(kept.dataDirectory, told.uid, result)).toEqual({ wrong: [], duplicates: 0 });
  return result;
}

export function session(kept: Installation, uid: string): Promise<Session> {
  return Session.open(kept.serviceUrl, uid);
}

/** The pages of an outline that its design has. */
export function hasText(row: SavedDesign | undefined, text: string): boolean {
  return row?.content.includes(text) ?? false;
}
