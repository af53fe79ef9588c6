import { JsonElements, jsonValue } from '../../../src/service/writer/openai/json-elements';

/** The values of the elements, whatever the sizes of the pieces. */
function elements(text: string, size = 1): unknown[] {
  const found = new JsonElements('slides');
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
  return pieces.flatMap((piece) => found.push(piece)).map(jsonValue);
}

const A = { title: 'A', items: [{ heading: 'x', text: 'y "z" [{' }] };
const B = { title: 'B \\ {', items: [] };
const DECK = JSON.stringify({ title: 'T', tags: ['x'], slides: [A, B] });

describe('elements of JSON from a model', () => {
  it.each([
    ['alone', DECK],
    ['with indentation', JSON.stringify(JSON.parse(DECK), null, 2)],
    ['in a code fence with prose around', `Sure [1], here {it} is:\n\`\`\`json\n${DECK}\n\`\`\`\nAnything else?`],
    ['after thoughts', `<think>maybe {"slides":[{"title":"no"}]}</think>\n${DECK}`],
    ['as a bare list', JSON.stringify([A, B])],
    ['below another key', JSON.stringify({ result: { slides: [A, B] } })],
  ])('are found %s', (_name, text) => {
    for (const size of [1, 7, 1000]) expect(elements(text, size)).toEqual([A, B]);
  });

  it('may have commas after the last one', () => {
    expect(elements('{"slides":[{"items":["x" , ],},\n]}')).toEqual([{ items: ['x'] }]);
  });

  it('come as soon as each is complete', () => {
    const found = new JsonElements('slides');
    const half = DECK.indexOf(JSON.stringify(B)) + 5;
    expect(found.push(DECK.slice(0, half)).map(jsonValue)).toEqual([A]);
    expect(found.isOpen).toBe(true);
    expect(found.push(DECK.slice(half)).map(jsonValue)).toEqual([B]);
    expect(found.isOpen).toBe(false);
    expect(found.head).toBe('{"title":"T","tags":["x"],"slides":');
  });

  it('are the object itself if it has no such list', () => {
    expect(elements(JSON.stringify(A))).toEqual([A]);
  });

  it('may have line breaks in strings', () => {
    expect(elements('{"slides":[{"code":"a\n\tb"}]}')).toEqual([{ code: 'a\n\tb' }]);
  });

  it('are undefined where the JSON is broken', () => {
    expect(elements('{"slides":[{"a":"b" "c"}]}')).toEqual([undefined]);
    expect(elements('{"slides":[{"a":"b')).toEqual([]);
    expect(elements('# A title\n\n## {Not} [JSON]')).toEqual([]);
  });
});
