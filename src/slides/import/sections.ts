import type { DocumentBlock, Heading, ImportedDocument } from './imported-document';

export type Content = Exclude<DocumentBlock, Heading>;

/** A heading with its direct content and its subsections. */
export interface Section {
  heading: string;
  content: Content[];
  sections: Section[];
}

/** The document as a tree of sections below its title. */
export interface SectionTree {
  title: string | undefined;
  /** Content before the first heading. */
  opening: Content[];
  sections: Section[];
}

/**
 * Builds the tree. Levels are relative: a document with "Heading 2" and "Heading 4" has two levels. Without a title,
 * the first heading becomes the title if it is the only one at the highest level.
 */
export function sectionTree(document: ImportedDocument): SectionTree {
  const root: Section = { heading: '', content: [], sections: [] };
  const open: { level: number; section: Section }[] = [{ level: 0, section: root }];
  for (const block of document.blocks) {
    if (block.kind !== 'heading') {
      open.at(-1)!.section.content.push(block);
      continue;
    }
    while (open.length > 1 && open.at(-1)!.level >= block.level) open.pop();
    const section: Section = { heading: block.text, content: [], sections: [] };
    open.at(-1)!.section.sections.push(section);
    open.push({ level: block.level, section });
  }
  const [only] = root.sections;
  const standsAlone = root.sections.length === 1 && root.content.length === 0 && only!.sections.length > 0;
  if (document.title === undefined && standsAlone) {
    return { title: only!.heading, opening: only!.content, sections: only!.sections };
  }
  return { title: document.title, opening: root.content, sections: root.sections };
}

/** Number of heading levels below this one. */
export function depthOf(sections: readonly Section[]): number {
  return sections.reduce((deepest, section) => Math.max(deepest, 1 + depthOf(section.sections)), 0);
}
