import { read, type XmlElement } from 'mammoth/lib/docx/office-xml-reader';
import { isMonospaced } from './word-code';
import type { WordParts } from './word-package';

/** The meaning of a paragraph style. */
export type StyleRole = { heading: number } | 'title' | 'byline' | 'contents' | 'caption' | 'list' | 'code' | 'body';

interface Style {
  name: string;
  basedOn: string | undefined;
  /** `w:outlineLvl`: 0 for the highest heading, 9 for body text. */
  outlineLevel: number | undefined;
  /** Its typeface, if it sets one. */
  typeface: string | undefined;
}

/** Names of styles for code in Word, LibreOffice, pandoc and others. */
const CODE =
  /^(?:html preformatted|html 预设格式|preformatted text|macro text|source ?code|code(?: (?:block|text|sample|example))?|verbatim|listing|代码)$/i;

/** Styles inherit from others; a longer chain is a loop. */
const LONGEST_CHAIN = 12;
const HEADING = /^(?:heading|标题|überschrift|titre|título|titolo)\s*([1-9])$/i;

/**
 * Returns the roles of the paragraph styles by id. Custom styles ("Acme Heading") are recognized by their base style or
 * outline level, which mammoth does not read.
 */
async function readStyleRoles(stylesXml: string | undefined): Promise<(styleId: string) => StyleRole> {
  const styles = new Map<string, Style>();
  if (stylesXml !== undefined) {
    const root = await read(stylesXml.replace(/^\ufeff/, ''));
    for (const element of root.getElementsByTagName('w:style')) {
      const id = element.attributes['w:styleId'];
      if (id !== undefined && element.attributes['w:type'] === 'paragraph' && !styles.has(id)) {
        styles.set(id, styleOf(element));
      }
    }
  }
  return (styleId) => {
    let style = styles.get(styleId);
    // Without a definition only the id is known; word processors use English names for it.
    if (!style) return ownRole(styleId.replace(/^heading(?=\d)/i, 'heading '), undefined) ?? 'body';
    for (let steps = 0; style && steps < LONGEST_CHAIN; steps += 1) {
      const role = ownRole(style.name, style.outlineLevel) ?? (isMonospaced(style.typeface) ? 'code' : undefined);
      if (role !== undefined) return role;
      style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
    }
    return 'body';
  };
}

/** The style roles of a package. */
export function documentStyles(parts: WordParts): Promise<(styleId: string) => StyleRole> {
  const name = [...parts.keys()].find((part) => /(?:^|\/)styles\d*\.xml$/i.test(part));
  return readStyleRoles(name === undefined ? undefined : Buffer.from(parts.get(name)!).toString('utf8'));
}

function styleOf(element: XmlElement): Style {
  const level = element.firstOrEmpty('w:pPr').first('w:outlineLvl')?.attributes['w:val'];
  return {
    name: element.first('w:name')?.attributes['w:val'] ?? '',
    basedOn: element.first('w:basedOn')?.attributes['w:val'],
    outlineLevel: level === undefined ? undefined : Number(level),
    typeface: element.firstOrEmpty('w:rPr').first('w:rFonts')?.attributes['w:ascii'],
  };
}

function ownRole(name: string, outlineLevel: number | undefined): StyleRole | undefined {
  const plain = name.trim();
  const heading = HEADING.exec(plain);
  if (heading) return { heading: Number(heading[1]) };
  if (/^(?:title|标题|文档标题)$/i.test(plain)) return 'title';
  if (/^(?:subtitle|author|authors|date|副标题|作者|日期)$/i.test(plain)) return 'byline';
  if (/^(?:toc\b|toc\d|table of |contents|目录|index \d)/i.test(plain)) return 'contents';
  if (/^(?:caption|题注)$/i.test(plain)) return 'caption';
  if (/^list (?:bullet|number)/i.test(plain)) return 'list';
  if (CODE.test(plain)) return 'code';
  if (/^(?:normal|body text|正文)$/i.test(plain)) return 'body';
  if (outlineLevel === undefined || Number.isNaN(outlineLevel)) return undefined;
  return outlineLevel < 9 ? { heading: outlineLevel + 1 } : 'body';
}
