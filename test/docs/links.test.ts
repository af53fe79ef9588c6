import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { anchorsOf, markdownPages, nodesOf, pageTree } from './markdown';

const pages = markdownPages();

test('there are pages, and they link to each other', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/internals/architecture.md']));
  expect(pages.flatMap((page) => nodesOf(pageTree(page), 'Link')).length).toBeGreaterThan(100);
});

test.each(pages)('every link and image of %s leads somewhere', (page) => {
  const broken = nodesOf(pageTree(page), 'Link', 'Image', 'Definition')
    .filter(({ url = '' }) => !/^[a-z][a-z+.-]*:/i.test(url) && !leadsSomewhere(page, url))
    .map(({ url, loc }) => `${page}:${loc.start.line}: ${url}`);
  expect(broken).toEqual([]);
});

function leadsSomewhere(page: string, url: string): boolean {
  const [path = '', anchor] = decodeURIComponent(url).split('#', 2);
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (target.startsWith('..') || !existsSync(join(packageRoot, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(pageTree(target)).has(anchor);
}
