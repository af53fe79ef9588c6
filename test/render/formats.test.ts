import { FileCheck } from '../../activities/file-check';
import { formats as namedIn } from '../../src/cli/input/input-options';
import { archive, deliveryFormats, formatNamed, formats, mediaTypeOf } from '../../src/core/formats';
import { renderDeck } from '../../src/slides/render/exports';
import { systemTemplates } from '../../src/slides/render/templates';
import { english } from './samples';

const outline = { ...english, chapters: [{ title: 'One', pages: english.chapters[0]!.pages.slice(0, 1) }] };
const templateId = systemTemplates[0]!.id;

describe.each(deliveryFormats)('the format %s', (format) => {
  const { extension, mediaType, picture } = formats[format];
  const faultOf = (kind: typeof archive, bytes: Buffer) => {
    const check = new FileCheck(kind);
    check.add(bytes);
    return check.fault();
  };

  it('is drawn as files that the table describes, and that a delivery accepts only whole', async () => {
    const files = await renderDeck({ outline, templateId, format, name: 'deck' });
    expect(files.length > 1).toBe(picture);
    for (const { name, mediaType: sentAs, bytes } of files) {
      expect(name.endsWith(`.${extension}`)).toBe(true);
      expect(sentAs).toBe(mediaType);
      expect(faultOf(formats[format], bytes)).toBeUndefined();
      expect(faultOf(formats[format], bytes.subarray(0, bytes.length / 2))).toContain('is probably truncated');
      expect(faultOf(formats[format], bytes.subarray(1))).toContain('it does not start like a');
    }
  });

  it('comes as one archive only where it has a file for every page', async () => {
    const files = await renderDeck({ outline, templateId, format, name: 'deck', zip: true });
    expect(files).toHaveLength(1);
    const kind = picture ? archive : formats[format];
    expect(files[0]).toMatchObject({ name: `deck.${kind.extension}`, mediaType: kind.mediaType });
    expect(mediaTypeOf({ format, path: `/out/deck.${kind.extension}` })).toBe(kind.mediaType);
    expect(faultOf(kind, files[0]!.bytes)).toBeUndefined();
  });

  it('is known by names that no other format has', () => {
    const names = [format, ...formats[format].aliases];
    expect(names.map(formatNamed)).toEqual(names.map(() => format));
    expect(namedIn(names.join(' , ').toUpperCase())).toEqual(names.map(() => format));
    expect(deliveryFormats.filter((other) => formats[other].extension === extension)).toEqual([format]);
    expect(deliveryFormats.filter((other) => formats[other].wire === formats[format].wire)).toEqual([format]);
  });
});
