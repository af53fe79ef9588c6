import fc from 'fast-check';
import { channelIn, deckPrefixOf, longId, shortId, userKeyOf, workflowIdOf } from '../../src/core/deck-id';
import { DeckError } from '../../src/decks/errors';
import { presentationInput } from '../../src/decks/input/input';
import { parseDeckId } from '../../src/decks/written-id';
import { cells, runs } from '../deep';
import { deckKeys } from './keys';

describe('the id of a deck', () => {
  it.each([
    ['u1/r1', 'presentation/u1/r1'],
    ['u1~app/r1', 'presentation/u1~app/r1'],
    ['presentation/u1/r1', 'presentation/u1/r1'],
    ['batch-1', 'batch-1'],
  ])('%s is long as %s', (short, long) => {
    expect(longId(short)).toBe(long);
    expect(longId(shortId(long))).toBe(long);
  });

  it.each([
    [{ uid: 'u1', request: 'r1' }, 'presentation/u1/r1'],
    [{ uid: 'u1', channel: '', request: 'r1' }, 'presentation/u1/r1'],
    [{ uid: 'u1', channel: '  ', request: 'r1' }, 'presentation/u1/r1'],
    [{ uid: 'u1', channel: 'app', request: 'r1' }, 'presentation/u1~app/r1'],
    [{ uid: 'u1', channel: ' app ', request: 'r1' }, 'presentation/u1~app/r1'],
    [{ uid: 'u1', channel: '商店', request: 'r1' }, 'presentation/u1~商店/r1'],
    [{ uid: 'u1', channel: "a/b~c d%e'", request: 'r1' }, 'presentation/u1~a%2Fb%7Ec%20d%25e%27/r1'],
  ])('of %j is %s', (keys, id) => {
    expect(workflowIdOf(keys)).toBe(id);
    expect(id.startsWith(deckPrefixOf(keys))).toBe(true);
  });

  it('is of one deck alone, names its channel, and is read by the command line', () => {
    fc.assert(
      fc.property(deckKeys, deckKeys, (one, other) => {
        const [id, second] = [workflowIdOf(one), workflowIdOf(other)];
        expect(id === second).toBe(JSON.stringify(one) === JSON.stringify(other));
        expect(channelIn(id)).toBe(one.channel);
        expect(userKeyOf(one).includes('/')).toBe(false);
        expect([parseDeckId(id), parseDeckId(id.slice('presentation/'.length))]).toEqual([id, id]);
        expect(Buffer.byteLength(id)).toBeLessThanOrEqual(1000);
      }),
      { numRuns: cells(runs(2_000), 20_000) },
    );
  });

  it('without a channel is what it always was', () => {
    fc.assert(
      fc.property(deckKeys, ({ uid, request }) => {
        expect(workflowIdOf({ uid, request })).toBe(`presentation/${uid}/${request}`);
      }),
    );
  });

  it.each(['u1~%zz/r1', 'presentation/u1~%/r1'])('%s, written by hand, names what it says', (text) => {
    expect(channelIn(parseDeckId(text))).toMatch(/^%/);
  });

  it.each(['u1', 'u1/app/r1', 'u1~a b/r1', '/r1', 'u1~app/'])('%s is not a deck ID', (text) => {
    expect(() => parseDeckId(text)).toThrow(DeckError);
  });
});

describe('the channel of an input', () => {
  const input = { uid: 'u1', request: 'r1', title: 'Tea' };
  it('is trimmed, as the service does', () => {
    expect(presentationInput.parse({ ...input, channel: ' app ' }).channel).toBe('app');
  });
  it.each([['é'.repeat(64)], [' x'.repeat(32)], [' / '.repeat(21)]])('may be %j', (channel) => {
    expect(presentationInput.safeParse({ ...input, channel }).success).toBe(true);
  });
  it.each([['x'.repeat(65)], ['¢'.repeat(64)], ['字'], ['a\nb'], [7]])('may not be %j', (channel) => {
    expect(presentationInput.safeParse({ ...input, channel }).success).toBe(false);
  });
});
