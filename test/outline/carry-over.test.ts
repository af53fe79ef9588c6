import { carryOver } from '../../src/outline/carry-over';
import { parseOutline, withoutContent, writeOutline } from '../../src/outline/outline-markdown';

const content = parseOutline(`# Deck

## One

### Page A

#### Aim

The aim of A.

#### Means

The means of A.

| Year | Figure |
| --- | --- |
| 2025 | 7 |

### Page B

#### Aim

The aim of B.

## Two

### Page C

#### Costs

The costs.
`);
const outline = parseOutline(
  '# Deck\n\n## One\n\n### Page A\n\n#### Aim\n\n#### Means\n\n### Page B\n\n#### Aim\n\n## Two\n\n### Page C\n\n#### Costs\n',
);
const edited = (markdown: string) => writeOutline(carryOver(parseOutline(markdown), { outline, content }));

describe('content after an edit of its outline', () => {
  it('stays as it is, tables too, when nothing has changed', () => {
    expect(edited(writeOutline(outline))).toBe(writeOutline(content));
  });

  it('takes numbers and emphasis from the edit, on an unchanged page too', () => {
    const result = edited('# Deck\n\n## One\n\n### Page A\n\n1. Aim\n2. **Means**\n\n### Page B\n\n#### Aim\n');
    expect(result).toContain('#### Aim\n\n<!-- number: 1 -->\n\nThe aim of A.');
    expect(result).toContain('#### Means\n\n<!-- number: 2 -->\n\n<!-- mark: bold -->\n\nThe means of A.');
    expect(result).toContain('| 2025 | 7 |');
  });

  it('stays on a page that was only moved within its chapter', () => {
    const result = edited('# Deck\n\n## One\n\n### Page B\n\n#### Aim\n\n### Page A\n\n#### Aim\n\n#### Means\n');
    expect(result).toContain('### Page B\n\n#### Aim\n\nThe aim of B.\n\n### Page A\n\n#### Aim\n\nThe aim of A.');
    expect(result).toContain('| 2025 | 7 |');
  });

  it('stays with the points of a changed page, each in its own place', () => {
    const result = edited(
      '# Deck\n\n## One\n\n### Page A\n\n#### Means\n\n#### Risks\n\n### Page B, renamed\n\n#### Aim\n',
    );
    expect(result).toContain('#### Means\n\nThe means of A.');
    expect(result).toMatch(/#### Risks\n\n### /);
  });

  it('is not guessed when a title stands for two points', () => {
    expect(edited('# Deck\n\n## Three\n\n### Page D\n\n#### Aim\n')).not.toContain('The aim');
  });

  it('follows a point with a unique title wherever it moves', () => {
    expect(edited('# Deck\n\n## Three\n\n### Page D\n\n#### Costs\n')).toContain('#### Costs\n\nThe costs.');
  });

  it('gives way to text that the edit brings along', () => {
    const result = edited('# Deck\n\n## Two\n\n### Page C\n\n#### Costs\n\nWritten by hand.\n');
    expect(result).toContain('Written by hand.');
    expect(result).not.toContain('The costs.');
  });

  it('never changes the structure of the edit', () => {
    const markdown = '# Deck\n\n## One\n\n### Page A\n\n#### Risks\n\n## Two\n\n### Page C\n\n#### Costs\n';
    const result = carryOver(parseOutline(markdown), { outline, content });
    expect(writeOutline(withoutContent(result))).toBe(writeOutline(parseOutline(markdown)));
  });
});
