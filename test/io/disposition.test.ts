import { disposition } from '../../src/base/io/disposition';

describe('the name of a download', () => {
  it.each([
    ['Tea.pptx', 'Tea.pptx'],
    ['A "quoted" 100% \\ name.pdf', 'A _quoted_ 100_ _ name.pdf'],
    ['Café – Übersicht.pptx', 'Cafe - Ubersicht.pptx'],
    ['Tea ☕ time-03.png', 'Tea time-03.png'],
    ['２０２６.pptx', '2026.pptx'],
    ['茶的历史.pptx', 'presentation.pptx'],
    ['茶的历史-03.png', 'presentation-03.png'],
    ['AI 在医疗领域的应用.pdf', 'presentation.pdf'],
    ['История чая-12.jpg', 'presentation-12.jpg'],
    ['تاريخ الشاي.zip', 'presentation.zip'],
    ['☕.pptx', 'presentation.pptx'],
    ['cover.png', 'cover.png'],
    ['茶', 'presentation'],
  ])('%s is %s to old readers, and itself to the others', (name, ascii) => {
    const header = disposition('attachment', name);
    expect(header).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${header.split("''")[1]}`);
    expect(decodeURIComponent(header.split("''")[1]!)).toBe(name);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
  });

  it('never lets a name end its own quotes or the header', () => {
    for (const name of ['a"; filename="b.pptx', 'a\r\nx: y.pptx', "it's (1)*.pptx"])
      expect(disposition('inline', name)).toMatch(/^inline; filename="[^"\r\n]*"; filename\*=UTF-8''[\w.%~!-]*$/);
  });
});
