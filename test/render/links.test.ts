import type { Link } from '../../src/outline/outline';
import { composeDeck } from '../../src/slides/render/compose';
import { addressOf } from '../../src/slides/render/deck/targets';
import { writePdf } from '../../src/slides/render/pdf';
import { writePptx } from '../../src/slides/render/pptx/package';
import { slideSvg } from '../../src/slides/render/svg';
import { systemTemplates } from '../../src/slides/render/templates';
import { all, openPackage } from './open-package';

const links: Link[] = [
  { text: 'guide', target: 'https://example.org/guide?a=1&b=2' },
  { text: 'list', target: 'mailto:list@example.org' },
  { text: 'cell', target: 'https://example.org/cell' },
];
const deckOf = (own: Link[]) =>
  composeDeck(
    {
      title: 'Deck',
      language: 'en',
      chapters: [
        {
          title: 'One',
          pages: [
            {
              title: 'Read the guide',
              links: own,
              blocks: [
                { kind: 'point', title: 'Read the guide', text: ['Read the guide first, it has all that you need.'] },
                { kind: 'point', title: 'Ask', text: ['The list answers, and the wishlist does not.'] },
                {
                  kind: 'table',
                  header: ['a', 'b'],
                  rows: [
                    ['cell', 'x'],
                    ['y', 'z'],
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
    systemTemplates[0]!,
  );

it('are on the run of their words, with an external relationship, in a PPTX', () => {
  const parts = openPackage(writePptx(deckOf(links), {}));
  const slides = ['ppt/slides/slide2.xml', 'ppt/slides/slide3.xml'].map((path) => parts.get(path)!);
  const texts = slides.flatMap((xml) => all(xml, /<a:hlinkClick r:id="rId\d+">.*?<a:t>(.*?)<\/a:t>/g));
  expect(texts).toEqual(['guide', 'list', 'cell']);
  const relations = parts.get('ppt/slides/_rels/slide2.xml.rels')!;
  expect(relations).toContain('Target="https://example.org/guide?a=1&amp;b=2" TargetMode="External"');
  expect(relations).toContain('Target="mailto:list@example.org" TargetMode="External"');
  expect(slides[0]).toContain('>The </a:t>');
  expect(slides[0]).toContain('> answers, and the wishlist does not.</a:t>');
});

it('are underlined, and annotations in a PDF that name their target', async () => {
  const deck = deckOf(links);
  const pdf = (await writePdf(deck)).toString('latin1');
  for (const { target } of links) expect(pdf).toContain(`/URI (${target})`);
  expect(all(pdf, /(\/S \/Link\b)/g)).toHaveLength(3);
  const rects = (own: Link[]) => all(slideSvg(deckOf(own), deckOf(own).slides[1]!, 960), /(<rect)/g).length;
  expect(rects(links) - rects([])).toBe(2);
});

it('whose words are on no slide are in the notes', () => {
  const deck = deckOf([{ text: 'nowhere', target: 'https://example.org/' }]);
  expect(deck.slides.flatMap((slide) => slide.notes)).toContain('Links: nowhere <https://example.org/>');
});

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'https://', 'JAVASCRIPT://x'])(
  '%s is not written, whatever an outline says',
  async (target) => {
    expect(addressOf(target)).toBeUndefined();
    const deck = deckOf([{ text: 'guide', target }]);
    const parts = openPackage(writePptx(deck, {}));
    expect([...parts.values()].join('')).not.toContain('TargetMode');
    expect((await writePdf(deck)).toString('latin1')).not.toContain('/URI');
  },
);
