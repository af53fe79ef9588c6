/** The images of users of an account, read directly in the stores of the embedded service. */
import type { Settings } from '../../config';
import type { Pictures } from '../../slides/render';
import { picturesNamed } from '../context/pictures';
import type { FileStore } from '../files/file-store';
import { openFiles, openServiceDirectory } from '../files/open-files';
import { storeAddress } from '../store/address';
import { type Database, openDatabase } from '../store/database';
import { findUser, type User } from '../store/users';

type Place = Pick<Settings, 'server' | 'data' | 'encryption'>;

/** Opens the stores for the first text with images. */
export class StoredImages {
  private opened: Promise<{ db: Database; files: FileStore }> | undefined;

  constructor(
    private readonly place: Place,
    private readonly apiKey: string,
    private readonly env: NodeJS.ProcessEnv = process.env,
  ) {}

  /**
   * Those of the images that a user of the account has.
   * @throws Error if the stores cannot be reached
   */
  async named(who: Pick<User, 'uid' | 'channel'>, hashes: readonly string[]): Promise<Pictures> {
    this.opened ??= this.open();
    const stores = await this.opened;
    const user = await findUser(stores.db, { apiKey: this.apiKey, ...who });
    return user ? picturesNamed(stores, user.id, hashes) : new Map();
  }

  async close(): Promise<void> {
    const stores = await this.opened?.catch(() => undefined);
    await stores?.db.destroy();
  }

  private async open() {
    try {
      const directory = openServiceDirectory(this.place);
      const files = await openFiles(this.place, directory, this.env);
      return { db: await openDatabase(storeAddress(this.place.server.store, directory, this.env)), files };
    } catch (error) {
      // The next text tries again.
      this.opened = undefined;
      throw error;
    }
  }
}
