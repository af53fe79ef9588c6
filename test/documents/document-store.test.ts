import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardPayload } from '../../activities/payload-guard';
import type { StoredDocument } from '../../src/core/document';
import { createDirectoryStore } from '../../src/decks/documents/document-store';
import { ownerIn, ownerOf, ownersOf, SHARED } from '../../src/decks/documents/owner';

const LIMIT = 4096;

describe('the document store', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'deck-documents-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const files = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  it('keeps a text up to the limit inline and writes nothing', async () => {
    const store = createDirectoryStore(directory, LIMIT);
    const document = await store.put('x'.repeat(LIMIT));
    expect(document).toMatchObject({ bytes: LIMIT, text: 'x'.repeat(LIMIT) });
    expect(files()).toEqual([]);
    expect(await store.get(document)).toBe('x'.repeat(LIMIT));
  });

  it('counts bytes, not characters', async () => {
    const document = await createDirectoryStore(directory, LIMIT).put('字'.repeat(2000));
    expect(document).toMatchObject({ bytes: 6000, uri: `document:${SHARED}/${document.sha256}` });
  });

  it('stores a longer text once, however often it is put, and travels small', async () => {
    const store = createDirectoryStore(directory, LIMIT);
    const text = `# Title\n${'line of text 🎉\n'.repeat(100_000)}`;
    const [first, second] = await Promise.all([store.put(text), store.put(text)]);
    expect(first).toEqual(second);
    expect(files()).toHaveLength(1);
    expect(JSON.stringify(first).length).toBeLessThan(1500);
    expect(await store.get(first)).toBe(text);
  });

  it('notices a text that was changed', async () => {
    const store = createDirectoryStore(directory, 1);
    const document = await store.put('original');
    const [file] = files();
    writeFileSync(join(file!.parentPath, file!.name), 'forged');
    await expect(store.get(document)).rejects.toThrow('in the store has been modified');
  });

  it.each(['document:../../etc/passwd', 'file:///etc/passwd', `document:${'A'.repeat(64)}`, 'document:'])(
    'refuses the address %s',
    async (uri) => {
      const store = createDirectoryStore(directory, LIMIT);
      await expect(store.get({ uri, sha256: '', bytes: 1, preview: '' } satisfies StoredDocument)).rejects.toThrow(
        'must be "document:"',
      );
    },
  );

  it('says which store misses a document', async () => {
    const document = await createDirectoryStore(join(directory, 'other'), 1).put('text');
    await expect(createDirectoryStore(directory, 1).get(document)).rejects.toThrow('must use the same store');
  });
});

describe('the payload guard', () => {
  it('lets 256 KB pass and refuses one byte more, without another attempt', () => {
    const limit = 256 * 1024;
    expect(() => guardPayload('x'.repeat(limit - 2), limit)).not.toThrow();
    expect(() => guardPayload('x'.repeat(limit - 1), limit)).toThrow(
      expect.objectContaining({ type: 'AnswerTooLarge', nonRetryable: true }),
    );
    expect(() => guardPayload(undefined, limit)).not.toThrow();
  });
});

describe('the owner of what is stored', () => {
  it('is the user of the deck, whatever names it', () => {
    const owner = ownerOf({ uid: 'u', channel: 'c d' });
    const names = ['presentation/u~c%20d/r', 'links presentation/u~c%20d/r', 'design u~c%20d 7'];
    expect(names.map(ownerIn)).toEqual([owner, owner, owner]);
    expect(owner.startsWith(ownersOf('u'))).toBe(true);
    expect(ownerOf({ uid: 'U' }).startsWith(ownersOf('u'))).toBe(false);
    expect(ownerIn('batch/b1')).toBe(SHARED);
  });

  it('keeps a text that two users have twice', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'deck-documents-'));
    const store = (uid: string) => createDirectoryStore(folder, 1, () => ownerOf({ uid }));
    const [one, other] = await Promise.all([store('a').put('the same'), store('b').put('the same')]);
    expect(one).not.toEqual(other);
    expect(await store('b').get(one)).toBe('the same');
    rmSync(folder, { recursive: true });
  });
});
