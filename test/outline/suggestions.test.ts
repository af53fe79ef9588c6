import { commentFault, itemsOf, placeOf } from '../../src/outline/outline-items';
import { suggestionFault, withSuggestion } from '../../src/outline/suggestions';

const TEXT = `# Tea

<!-- byline: Ann -->

## Kinds

### Green

#### Sencha

Grown in the **sun**.

A second line.

| a | b |
|---|---|
| 1 | 2 |

## Kinds

### 绿茶
`;
const on = (path: string, heading: string, line?: string) => ({
  path,
  heading,
  ...(line === undefined ? {} : { line }),
});
const changed = (item: ReturnType<typeof on>, suggestion: string, text = TEXT) => {
  const result = withSuggestion(text, { item, suggestion });
  return 'markdown' in result ? result.markdown : result.fault;
};

describe('a suggestion', () => {
  it.each([
    [on('0', 'tea'), 'Coffee', '# Coffee\n'],
    [on('2', 'Kinds'), 'Sorts', '## Sorts\n\n### 绿茶'],
    [on('2.1', '绿茶'), '# 红茶', '### # 红茶\n'],
    [on('1.1.1', 'Sencha'), 'Gyokuro', '#### Gyokuro\n\nGrown'],
    [on('1.1.1', 'Sencha', 'Grown in the sun.'), '- In the shade', '#### Sencha\n\n\\- In the shade\n\nA second line.'],
  ])('replaces %j', (item, suggestion, found) => {
    const text = changed(item, suggestion);
    expect(text).toContain(found);
    expect(text).toContain('<!-- byline: Ann -->');
    // Everything else stays.
    expect(itemsOf(text)).toHaveLength(itemsOf(TEXT).length);
  });

  it('finds a line that has moved, nearest to its place', () => {
    const moved = TEXT.replace('## Kinds', '## First\n\n### New\n\n## Kinds');
    expect(changed(on('1.1', 'Green'), 'Black', moved)).toContain('## Kinds\n\n### Black');
    expect(placeOf(itemsOf(moved), on('2.1', '绿茶'))).toEqual(on('3.1', '绿茶'));
    expect(placeOf(itemsOf(TEXT), on('3', 'Kinds'))).toEqual(on('2', 'Kinds'));
  });

  it('has no place on a line that is gone, or on a table', () => {
    expect(changed(on('1.1', 'Red'), 'x')).toBe('the text no longer has the line “Red”');
    expect(changed(on('1.1.1', 'Sencha', 'Gone'), 'x')).toBe('the text no longer has the line “Gone”');
    expect(changed(on('1.1.2', 'a | b'), 'x')).toContain('not a table, code or an image');
    expect(changed(on('1.1.2', 'a | b', '1 | 2'), 'x')).toContain('not a table, code or an image');
  });

  it('is checked like a comment before it is recorded', () => {
    const comment = { item: on('1.1.2', 'a | b'), text: '' };
    expect(suggestionFault(TEXT, [comment])).toBeUndefined();
    expect(commentFault(TEXT, [comment])).toBeUndefined();
    expect(suggestionFault(TEXT, [comment, { ...comment, suggestion: 'x' }])).toContain('a suggestion can replace');
  });
});
