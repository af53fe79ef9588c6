import type { Migration } from 'kysely';
import { brandTemplates } from './brand-templates';
import { columnTypes, type StoreKind } from './column-types';
import { pictures } from './pictures';
import { removedTemplates } from './removed-templates';
import { titleFlow } from './title-flow';
import { userChannels } from './user-channels';
import { wholeService } from './whole-service';
import { writtenChapters } from './written-chapters';

export type { StoreKind } from './column-types';

/**
 * The migrations in name order. They are code, so that a bundle or a packed executable needs no SQL files. Never change
 * a released migration; add one that repairs it.
 */
export function migrationsFor(kind: StoreKind): Record<string, Migration> {
  const types = columnTypes[kind];
  return {
    '0001_title_flow': { up: (db) => titleFlow(db, types) },
    '0002_whole_service': { up: (db) => wholeService(db, types) },
    '0003_written_chapters': { up: (db) => writtenChapters(db, types) },
    '0004_user_channels': { up: (db) => userChannels(db, types, kind) },
    '0005_brand_templates': { up: (db) => brandTemplates(db, types) },
    '0006_removed_templates': { up: (db) => removedTemplates(db) },
    '0007_pictures': { up: (db) => pictures(db) },
  };
}
