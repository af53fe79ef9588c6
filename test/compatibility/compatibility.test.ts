import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { builtBundle, plainTraits } from '../../src/temporal/bundles';
import { FOLDER, keptNames } from '../replay/kept';
import { KEPT, keepText, keptText, keptVersions, version } from '../upgrade/kept';
import { fields, surface } from './surface';

/**
 * The promises of docs/compatibility.md: what each published version had, today's has too. DECK_RECORD_SURFACE=1 keeps
 * what the version that package.json names has, and the code of its workflows.
 */
const today = surface();
const broken = (kept: readonly string[], now: readonly string[]) => kept.filter((line) => !now.includes(line));
const published = keptVersions('surface');
const PAGE = readFileSync(join(packageRoot, 'docs', 'compatibility.md'), 'utf8');

if (process.env.DECK_RECORD_SURFACE !== undefined) {
  it(`keeps what ${version} has`, () => {
    keepText('surface', today.join('\n'));
    keepText('workflows', readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8'));
    expect(keptVersions('surface')).toContain(version);
  });
}

describe('what is promised', () => {
  it('has lines of every part', () => {
    const parts = today.map((line) => line.slice(0, line.indexOf(':')));
    const all = ['attributes', 'messages', 'schemas', 'settings', 'http', 'commands', 'entries'];
    expect([...new Set(parts)]).toEqual(all);
    expect(today.length).toBeGreaterThan(5000);
  });

  it.each([
    ['attributes: PresentationReviewDue DATETIME'],
    ['messages: message awaitOutline'],
    ['messages: event deck.delivered'],
    ['messages: deck {"uid":"u1","request":"r1"} has ID presentation/u1/r1'],
    ['schemas: input.slides may be left out'],
    ['schemas: review-message.decision "approve"'],
    ['schemas: result.files[].path is always there'],
    ['settings: workflow.review.mode may be auto-approve'],
    ['settings: profile.trashDays'],
    ['http: POST /v1/decks/{uid}/{request}/decisions'],
    ['http: GET /v1/decks/{uid}/{request} 200 application/json.files[].name string'],
    ['commands: start --key takes a value'],
    ['commands: exit code 4 is parked'],
    ['entries: . startPresentation'],
    ['entries: ./client createClient'],
  ])('is missed without %s', (line) => {
    expect(today).toContain(line);
    expect(
      broken(
        today,
        today.filter((each) => each !== line),
      ),
    ).toEqual([line]);
  });

  const object = (properties: object, required: string[]) => ({ type: 'object', properties, required }) as never;
  const text = { type: 'string' };
  it.each([
    ['sent', 'a new required field', object({ a: text, b: text }, []), object({ a: text, b: text }, ['b'])],
    ['sent', 'a field of another type', object({ a: text }, []), object({ a: { type: 'number' } }, [])],
    ['sent', 'a value that is gone', object({ a: { enum: ['x', 'y'] } }, []), object({ a: { enum: ['x'] } }, [])],
    ['received', 'a field that may be absent', object({ a: text }, ['a']), object({ a: text }, [])],
    [
      'received',
      'a field that is gone',
      object({ a: { items: object({ b: text }, []) } }, []),
      object({ a: text }, []),
    ],
  ] as const)('of a message that is %s does not permit %s', (direction, _, before, after) => {
    const lines = (schema: never) => fields(schema, 'm', direction, schema);
    expect(broken(lines(before), lines(after))).not.toEqual([]);
    expect(broken(lines(before), lines(before))).toEqual([]);
  });

  it('permits further optional fields and values, and one that is no longer required', () => {
    const before = object({ a: { enum: ['x'] }, b: text }, ['b']);
    const after = object({ a: { enum: ['x', 'y'] }, b: text, c: text }, []);
    expect(broken(fields(before, 'm', 'sent', before), fields(after, 'm', 'sent', after))).toEqual([]);
  });
});

describe('published versions', () => {
  // Until the first one, the version is below 1.
  it('have all their evidence, and so has the version that package.json names', () => {
    const wanted = version.startsWith('0.') ? published : [...new Set([...published, version])];
    for (const kind of ['deck', 'workflows'] as const)
      expect(keptVersions(kind)).toEqual(expect.arrayContaining(wanted));
    expect(published).toEqual(wanted);
    for (const each of wanted) expect(keptNames.some((name) => name.startsWith(`${each}/`))).toBe(true);
  });

  it('keep every promise', () => {
    expect(published.flatMap((each) => broken(keptText('surface', each).split('\n'), today))).toEqual([]);
  });

  it('keep their evidence as it was tagged', () => {
    expect(changedEvidence(packageRoot)).toEqual([]);
  });

  it('would not go unnoticed if a kept file of one were recorded again', () => {
    const repository = mkdtempSync(join(tmpdir(), 'deck-tagged-'));
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: repository });
    const evidence = join(repository, relative(packageRoot, KEPT));
    mkdirSync(evidence, { recursive: true });
    writeFileSync(join(evidence, 'deck-2.0.0.tar.gz'), 'as published');
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Release');
    git('tag', 'v2.0.0');
    writeFileSync(join(evidence, 'deck-2.1.0.tar.gz'), 'of the next');
    expect(changedEvidence(repository)).toEqual([]);
    writeFileSync(join(evidence, 'deck-2.0.0.tar.gz'), 'recorded again');
    expect(changedEvidence(repository)).toEqual(['v2.0.0: test/upgrade/kept/deck-2.0.0.tar.gz']);
    rmSync(repository, { recursive: true });
  });
});

test('docs/compatibility.md names tests that exist', () => {
  const named = [...PAGE.matchAll(/`(test\/[\w/-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(8);
  expect(
    named.filter((path) => ![path, `${path}.test.ts`].some((each) => existsSync(join(packageRoot, each)))),
  ).toEqual([]);
});

/** Files that the tag of a version has and that are others by now. Without git, as in a package, there are no tags. */
function changedEvidence(repository: string): string[] {
  if (!existsSync(join(repository, '.git'))) return [];
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, encoding: 'utf8' });
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  const folders = [KEPT, FOLDER].map((folder) => relative(packageRoot, folder));
  return lines(git('tag', '--list', 'v*')).flatMap((tag) =>
    lines(git('diff', '--name-only', '--diff-filter=MD', '--no-renames', tag, '--', ...folders))
      .filter((path) => path.includes(tag.slice(1)))
      .map((path) => `${tag}: ${path}`),
  );
}
