import type { Block } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';
import { COMPLETE } from '../deep';
import { boxOf, flat, inside, texts, wording } from './shapes';

const counts = [1, 2, 3, 4, 5];
const pairs = counts
  .flatMap((first) => counts.map((second) => [first, second] as const))
  // In unit tests, each number once on either page.
  .filter(([first, second]) => COMPLETE || (first + 2 * second) % 5 === 0);
const long = 'A sentence of about ten words says what there is to say.';

/** Pages such as "Part 1" and "Part 2" look alike, although one may have more points than another. */
describe.each(['standard', 'pro'] as const)('sibling pages in %s layout', (layout) => {
  it.each(pairs)('with %i and %i points have all of them on their slides', (...all) => {
    for (const text of [[long], ['Few words'], []]) {
      const pages = all.map((count, at) => ({
        title: `Part ${at + 1}`,
        blocks: Array.from(
          { length: count },
          (_, index): Block => ({ kind: 'point', title: `Of ${at}.${index}`, text }),
        ),
      }));
      for (const template of [systemTemplates[0]!, systemTemplates[3]!]) {
        const { slides } = composeDeck(
          { title: 'D', language: 'en', chapters: [{ title: 'One', pages }] },
          template,
          layout,
        );
        const shapes = slides.flatMap((slide) => flat(slide.shapes));
        expect(shapes.filter((shape) => !inside(boxOf(shape))).map(({ name }) => name)).toEqual([]);
        const words = texts(shapes).map(wording).join('\n');
        for (const [at, count] of all.entries())
          for (let index = 0; index < count; index += 1) expect(words).toContain(`Of ${at}.${index}`);
      }
    }
  });
});
