/** What the embedded service keeps about people, directly in its stores, for operators. */

import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../../config';
import { type FileStore, MissingFile } from '../files/file-store';
import { openFiles, openServiceDirectory } from '../files/open-files';
import { storeAddress } from '../store/address';
import { type Database, openDatabase } from '../store/database';
import { type SpendOfAccount, spendSince } from '../store/model-spend';
import {
  eraseUser,
  filesOfUser,
  flushRemoved,
  overwriteRemoved,
  revokeCredentials,
  rowsOfUser,
  type StoredOfUser,
  storedByUser,
  templatesByAccount,
  usersOf,
} from '../store/people';

type Place = Pick<Settings, 'server' | 'data' | 'encryption'>;

/** A person at the service: a user of an account in one channel, or in all. */
export interface Who {
  apiKey: string;
  uid: string;
  channel?: string | undefined;
}

export type { Stored, StoredKind, StoredOfUser } from '../store/people';

export class StoredPeople {
  private constructor(
    private readonly db: Database,
    private readonly files: FileStore,
    private readonly isSqlite: boolean,
  ) {}

  static async open(place: Place, env: NodeJS.ProcessEnv = process.env): Promise<StoredPeople> {
    const directory = openServiceDirectory(place);
    const files = await openFiles(place, directory, env);
    const db = await openDatabase(storeAddress(place.server.store, directory, env));
    return new StoredPeople(db, files, place.server.store.kind === 'sqlite');
  }

  close(): Promise<void> {
    return this.db.destroy();
  }

  async sizes(): Promise<{ users: StoredOfUser[]; accounts: { apiKey: string; templates: number }[] }> {
    return { users: await storedByUser(this.db), accounts: await templatesByAccount(this.db) };
  }

  /** Calls and tokens of the language model from a day (UTC) on, newest first. */
  spend(day: string): Promise<SpendOfAccount[]> {
    return spendSince(this.db, day);
  }

  /** Ends all tokens and codes of a person, or of an account. @returns how many */
  async revoke(who: Pick<Who, 'apiKey' | 'channel'> & { uid?: string }): Promise<number> {
    let ended = 0;
    for (const { id } of await usersOf(this.db, who)) ended += await revokeCredentials(this.db, id);
    return ended;
  }

  /** Removes the rows and files of a person. A repetition finds nothing. */
  async erase(who: Who): Promise<{ rows: number; files: number }> {
    const all = { rows: 0, files: 0 };
    if (this.isSqlite) await overwriteRemoved(this.db);
    for (const user of await usersOf(this.db, who)) {
      const { rows, files } = await eraseUser(this.db, user, (key) => this.files.remove(key));
      all.rows += rows;
      all.files += files;
    }
    if (this.isSqlite) await flushRemoved(this.db);
    return all;
  }

  /** Writes the rows of a person as JSON, and the files, below a directory. @returns the number of files written */
  async export(who: Who, directory: string): Promise<number> {
    let written = 0;
    for (const { id, channel } of await usersOf(this.db, who)) {
      const folder = join(directory, `user-${id}`);
      await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
      await writeFile(join(folder, 'user.json'), JSON.stringify({ uid: who.uid, channel }, null, 2), { mode: 0o600 });
      for await (const { table, rows } of rowsOfUser(this.db, id)) {
        await writeFile(join(folder, `${table}.json`), JSON.stringify(rows, null, 2), { mode: 0o600 });
        written += 1;
      }
      for (const { key, name } of await filesOfUser(this.db, id)) {
        const ending = /^\.[a-z0-9]{1,5}$/.exec(extname(name))?.[0] ?? '';
        if (await this.copy(key, join(folder, 'files', key + ending))) written += 1;
      }
    }
    return written;
  }

  private async copy(key: string, path: string): Promise<boolean> {
    let source: Readable;
    try {
      source = await this.files.read(key);
    } catch (error) {
      if (error instanceof MissingFile) return false;
      throw error;
    }
    await pipeline(source, createWriteStream(path, { mode: 0o600 }));
    return true;
  }
}
