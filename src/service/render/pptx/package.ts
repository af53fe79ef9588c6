/** The parts of a presentation, who points at whom, and the ZIP file around them. */
import { strToU8, type Zippable, zipSync } from 'fflate';
import { type Deck, PAGE } from '../deck';
import { layoutXml, masterXml } from './master';
import { appXml, coreXml } from './properties';
import { notesMasterXml, notesXml, slideXml } from './slide';
import type { TextContext } from './text';
import { themeXml } from './theme';
import { declaration, emu, namespaces } from './xml';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const openPackage = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.presentationml';

interface Part {
  path: string;
  type: string;
  xml: string;
  /** Relationship type (its last word) and target; ids are rId1, rId2 … in this order. */
  links?: [string, string][];
}

function relationships(links: [string, string][]): string {
  const rows = links.map(([type, target], index) => {
    const full = type === 'core' ? `${openPackage}/relationships/metadata/core-properties` : `${office}/${type}`;
    return `<Relationship Id="rId${index + 1}" Type="${full}" Target="${target}"/>`;
  });
  return `${declaration}<Relationships xmlns="${openPackage}/relationships">${rows.join('')}</Relationships>`;
}

function presentation(deck: Deck): Part {
  const slides = deck.slides.map((_, index) => index + 1);
  const ids = slides.map((index) => `<p:sldId id="${255 + index}" r:id="rId${index + 3}"/>`).join('');
  return {
    path: 'ppt/presentation.xml',
    type: `${types}.presentation.main+xml`,
    xml:
      `${declaration}<p:presentation ${namespaces} saveSubsetFonts="1">` +
      '<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>' +
      '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>' +
      `<p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="${emu(PAGE.w)}" cy="${emu(PAGE.h)}"/>` +
      '<p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
    links: [
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ['notesMaster', 'notesMasters/notesMaster1.xml'],
      ['theme', 'theme/theme1.xml'],
      ...slides.map((index): [string, string] => ['slide', `slides/slide${index}.xml`]),
    ],
  };
}

function parts(deck: Deck): Part[] {
  const context: TextContext = { language: deck.language, fonts: deck.style.fonts };
  const theme = themeXml(deck.style);
  const themeType = 'application/vnd.openxmlformats-officedocument.theme+xml';
  return [
    presentation(deck),
    {
      path: 'ppt/slideMasters/slideMaster1.xml',
      type: `${types}.slideMaster+xml`,
      xml: masterXml(deck, context),
      links: [
        ...deck.layouts.map((_, index): [string, string] => [
          'slideLayout',
          `../slideLayouts/slideLayout${index + 1}.xml`,
        ]),
        ['theme', '../theme/theme1.xml'],
      ],
    },
    ...deck.layouts.map(
      (layout, index): Part => ({
        path: `ppt/slideLayouts/slideLayout${index + 1}.xml`,
        type: `${types}.slideLayout+xml`,
        xml: layoutXml(layout, context),
        links: [['slideMaster', '../slideMasters/slideMaster1.xml']],
      }),
    ),
    ...deck.slides.flatMap((slide, index): Part[] => [
      {
        path: `ppt/slides/slide${index + 1}.xml`,
        type: `${types}.slide+xml`,
        xml: slideXml(slide, context),
        links: [
          ['slideLayout', `../slideLayouts/slideLayout${layoutNumber(deck, slide.layout)}.xml`],
          ['notesSlide', `../notesSlides/notesSlide${index + 1}.xml`],
        ],
      },
      {
        path: `ppt/notesSlides/notesSlide${index + 1}.xml`,
        type: `${types}.notesSlide+xml`,
        xml: notesXml(slide, context),
        links: [
          ['notesMaster', '../notesMasters/notesMaster1.xml'],
          ['slide', `../slides/slide${index + 1}.xml`],
        ],
      },
    ]),
    {
      path: 'ppt/notesMasters/notesMaster1.xml',
      type: `${types}.notesMaster+xml`,
      xml: notesMasterXml(),
      links: [['theme', '../theme/theme2.xml']],
    },
    { path: 'ppt/theme/theme1.xml', type: themeType, xml: theme },
    // The notes master needs a theme part of its own, on a light page whatever the slides are.
    { path: 'ppt/theme/theme2.xml', type: themeType, xml: notesTheme(deck) },
    {
      path: 'docProps/core.xml',
      type: 'application/vnd.openxmlformats-package.core-properties+xml',
      xml: coreXml(deck),
    },
    {
      path: 'docProps/app.xml',
      type: 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
      xml: appXml(deck),
    },
  ];
}

function notesTheme(deck: Deck): string {
  const { palette, dark } = deck.style;
  if (!dark) return themeXml(deck.style);
  return themeXml({
    ...deck.style,
    dark: false,
    palette: { ...palette, ink: palette.paper, paper: palette.ink, deep: palette.mist, mist: palette.deep },
  });
}

const layoutNumber = (deck: Deck, name: string): number => deck.layouts.findIndex((layout) => layout.name === name) + 1;

const relationshipPath = (path: string): string => path.replace(/([^/]+)$/, '_rels/$1.rels');

/** The bytes of the PPTX file. Same deck, same bytes: every entry has the earliest date of the format. */
export function writePptx(deck: Deck): Buffer {
  const all = parts(deck);
  const overrides = all.map((part) => `<Override PartName="/${part.path}" ContentType="${part.type}"/>`).join('');
  const files: [string, string][] = [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${openPackage}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`,
    ],
    [
      '_rels/.rels',
      relationships([
        ['officeDocument', 'ppt/presentation.xml'],
        ['core', 'docProps/core.xml'],
        ['extended-properties', 'docProps/app.xml'],
      ]),
    ],
  ];
  for (const part of all) {
    files.push([part.path, part.xml]);
    if (part.links) files.push([relationshipPath(part.path), relationships(part.links)]);
  }
  const zip: Zippable = {};
  for (const [path, xml] of files) zip[path] = strToU8(xml);
  // A local date: the ZIP format has no time zone, and fflate reads the fields of local time.
  return Buffer.from(zipSync(zip, { level: 6, mtime: new Date(1980, 0, 1) }));
}
