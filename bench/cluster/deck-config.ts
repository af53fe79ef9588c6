import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { packageRoot } from '../../src/base/io/package-root';

/** Sections of temporal.yaml. */
export type Sections = Record<string, Record<string, unknown>>;

export const DECK_MAIN = join(packageRoot, 'dist', 'src', 'cli', 'main.js');

export const bucketName = 'deck';
/** Keys of the object store, which listens on loopback while a run lasts. */
export const storeKeys = { access: 'deck-cluster', secret: 'deck-cluster-secret' };

export interface DeckAddresses {
  temporal: string;
  /** Of all deck services together. */
  serviceUrl: string;
  objectStore: string;
  database: string;
}

/** Writes temporal.yaml into a folder of its own, in which the process keeps what is only its own. @returns the file */
export function writeDeckConfig(folder: string, addresses: DeckAddresses, sections: Sections): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'temporal.yaml');
  const databaseUrl = join(folder, 'database-url');
  writeFileSync(databaseUrl, addresses.database);
  const bucket = { endpoint: addresses.objectStore, bucket: bucketName };
  const own: Sections = {
    temporal: { mode: 'existing', address: addresses.temporal },
    data: { directory: 'data' },
    output: { directory: 'out' },
    server: {
      publicUrl: addresses.serviceUrl,
      store: { kind: 'postgres', url: { file: databaseUrl } },
      files: { kind: 's3', ...bucket, prefix: 'files' },
    },
    service: { baseUrl: addresses.serviceUrl, keepsImages: true },
    documents: { s3: { ...bucket, prefix: 'documents' } },
    log: { level: 'warn' },
  };
  const names = new Set([...Object.keys(own), ...Object.keys(sections)]);
  writeFileSync(
    file,
    stringify(Object.fromEntries([...names].map((name) => [name, { ...own[name], ...sections[name] }]))),
  );
  return file;
}

/** Nothing of the caller's environment decides where a deck process connects to. */
export function deckEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    ...{ PATH, HOME },
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    DECK_LOCAL_MODELS: '',
    // For the pace of the services.
    DECK_INTERNAL_SETTINGS: '1',
    DECK_S3_ACCESS_KEY: storeKeys.access,
    DECK_S3_SECRET_KEY: storeKeys.secret,
  };
}
