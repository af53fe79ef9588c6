import { zipSync } from 'fflate';
import { BrandError } from '../../src/slides/brand/brand-error';
import { BRAND_LIMITS } from '../../src/slides/brand/limits';
import { openPackage } from '../../src/slides/brand/package';
import { reportTemplate } from '../../src/slides/brand/report';
import { parseXml } from '../../src/slides/brand/xml';
import { allUsual, templateFile } from './template-file';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const limits = { nodes: 100, depth: 10 };
const usual = (extra: Record<string, string | Uint8Array>): Uint8Array => templateFile({ layouts: allUsual, extra });
const master = 'ppt/slideMasters/slideMaster1.xml';

it.each<[string, Uint8Array, RegExp]>([
  ['an empty file', new Uint8Array(), /is empty/],
  ['text', bytes('hello'), /not a PowerPoint file/],
  ['an old file', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), /old format/],
  ['half a file', usual({}).slice(0, 2000), /corrupted/],
  ['a zip archive', zipSync({ 'a.txt': bytes('a') }), /not a PowerPoint file/],
  ['a part that is not XML', usual({ [master]: '<p:sldMaster' }), /not well-formed/],
  ['a document type', usual({ [master]: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }), /document type|not well-formed/],
  ['deep nesting', usual({ [master]: '<a>'.repeat(200) + '</a>'.repeat(200) }), /nested too deeply/],
  ['a bomb', usual({ [master]: `<a>${' '.repeat(6_000_000)}</a>` }), /unpacks to far more/],
  [
    'a large part',
    usual({ [master]: Uint8Array.from({ length: BRAND_LIMITS.xmlBytes + 1 }, (_, at) => (at * 7919) % 251) }),
    /unpacks to far more/,
  ],
  [
    'Strict Open XML',
    usual({ 'ppt/presentation.xml': '<p:presentation xmlns:p="http://purl.oclc.org/ooxml/presentationml/main"/>' }),
    /Strict Open XML/,
  ],
])('refuses %s with a reason', (_, file, reason) => {
  expect(() => reportTemplate(file)).toThrow(BrandError);
  expect(() => reportTemplate(file)).toThrow(reason);
});

it('refuses a file that is larger than allowed, or has more parts', () => {
  expect(() => openPackage(usual({}), { ...BRAND_LIMITS, bytes: 1000 })).toThrow(/at most 1 MB/);
  expect(() => openPackage(usual({}), { ...BRAND_LIMITS, entries: 3 })).toThrow(/too many parts/);
});

it('refuses damaged bytes of any part without another error', () => {
  const file = usual({});
  for (let at = 0; at < file.length; at += 97) {
    const damaged = file.slice();
    damaged[at] = damaged[at]! ^ 0xff;
    try {
      expect(reportTemplate(damaged).layouts.length).toBeGreaterThanOrEqual(0);
    } catch (error) {
      expect(error).toBeInstanceOf(BrandError);
    }
  }
});

describe('XML', () => {
  it('has the usual prefixes, whatever a file calls them', () => {
    const tree = parseXml(
      '<x:sld xmlns:x="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:y="http://schemas.openxmlformats.org/officeDocument/2006/relationships" y:id="r1"><x:cSld/></x:sld>',
      'a',
      limits,
    );
    expect([tree.name, tree.attributes['r:id'], tree.children]).toMatchObject(['p:sld', 'r1', [{ name: 'p:cSld' }]]);
  });

  it('ends at its limits', () => {
    expect(() => parseXml(`<a>${'<b/>'.repeat(100)}</a>`, 'a', limits)).toThrow(/too many elements/);
    expect(() => parseXml('<a>'.repeat(11), 'a', limits)).toThrow(/nested too deeply/);
    expect(() => parseXml('<a>&b;</a>', 'a', limits)).toThrow(/not well-formed/);
  });
});
