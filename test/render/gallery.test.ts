import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawPicture, GALLERY, galleryPage, galleryTemplates, picturesOf, WRITE_COMMAND } from './gallery';

const page = galleryPage();
const pictures = picturesOf(page);

/** `npm run gallery` draws them again; a new template first needs its lines in the page. */
if (process.env.DECK_WRITE_GALLERY === '1') {
  it.each(pictures)('draws $file', async (picture) => {
    writeFileSync(join(GALLERY, picture.file), await drawPicture(picture));
    expect(existsSync(join(GALLERY, picture.file))).toBe(true);
  });
}

describe('docs/gallery', () => {
  it('has a row in its table and a section for every template, and no others', () => {
    const rows = [...page.matchAll(/^\| (\d+) \| \[(.+?)\]\(#(\d+)\) \|/gm)].map(([, id, name, link]) => ({
      id,
      name,
      link,
    }));
    const wanted = galleryTemplates.map(({ id, name }) => ({ id: String(id), name, link: String(id) }));
    expect(rows).toEqual(wanted);
    expect([...page.matchAll(/^## (\d+)$/gm)].map(([, id]) => id)).toEqual(wanted.map(({ id }) => id));
  });

  it('shows every template in both languages', () => {
    for (const template of galleryTemplates) {
      const own = pictures.filter(
        (picture) => picture.template === template && picture.source === 'deck' && picture.layout === 'standard',
      );
      expect({ template: template.name, languages: own.map(({ language }) => language) }).toEqual({
        template: template.name,
        languages: ['English', 'Chinese'],
      });
    }
    expect(pictures.filter(({ template }) => template === undefined)).toEqual([]);
  });

  it(`has the images of its page and no others; ${WRITE_COMMAND} draws them`, () => {
    const shown = [...page.matchAll(/\]\((.+\.jpg)\)/g)].map(([, file]) => file);
    expect(pictures.map(({ file }) => file)).toEqual(shown);
    expect(readdirSync(GALLERY).filter((name) => name !== 'README.md')).toEqual([...shown].sort());
  });

  it('can draw its images', async () => {
    for (const kind of ['English deck standard', 'Chinese deck pro', 'English report standard']) {
      const picture = pictures.find(({ language, source, layout }) => `${language} ${source} ${layout}` === kind)!;
      expect(await sharp(await drawPicture(picture)).metadata()).toMatchObject({ width: 1220, height: 350 });
    }
  });
});
