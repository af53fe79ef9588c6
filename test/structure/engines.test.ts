import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { parseOutline } from '../../src/outline/outline-markdown';
import { isFrame } from '../../src/outline/prompts';
import { createOfflineWriter } from '../../src/service/writer/offline/offline-writer';
import { importedOutline, readDocument } from '../../src/slides/import/read-document';
import { renderDeck } from '../../src/slides/render/exports';
import { systemTemplates } from '../../src/slides/render/templates';
import { docx, heading, item, title } from '../import/docx';
import { openPackage } from '../render/open-package';
import { importsIn } from './imports';

const templateId = systemTemplates[0]!.id;

/** Every file and package that a module of ours needs to run, however far away. */
function neededBy(module: string): string[] {
  const needed = new Set<string>();
  const visit = (path: string): void => {
    if (path.endsWith('.json')) return;
    const file = [`${path}.ts`, `${path}/index.ts`].find((each) => existsSync(join(packageRoot, each)));
    if (file === undefined) throw new Error(`${path} is not a module`);
    if (needed.has(file)) return;
    needed.add(file);
    for (const { target, own, typeOnly } of importsIn(file, readFileSync(join(packageRoot, file), 'utf8'))) {
      if (typeOnly) continue;
      if (own) visit(target);
      else needed.add(target);
    }
  };
  visit(module);
  return [...needed];
}

describe('without the service', () => {
  it.each([
    ['the renderer', 'src/slides/render/exports', 'src/slides/render/pptx/package.ts'],
    ['the offline writer', 'src/service/writer/offline/offline-writer', 'src/service/writer/offline/frame.ts'],
    ['the writer of a language model', 'src/service/writer/openai/openai-writer', 'openai'],
    ['the import of documents', 'src/slides/import/read-document', 'mammoth'],
  ])('%s needs no server, no database and no Temporal', (_name, module, part) => {
    const needed = neededBy(module);
    expect(needed).toContain(part);
    const refused =
      /^src\/(?:service\/(?!writer\/)|config\/|temporal\/)|^activities\/|^workflows\/|^(?:hono|kysely|pg)\b|^@/;
    expect(needed.filter((each) => refused.test(each))).toEqual([]);
  });

  it('Markdown becomes a presentation', async () => {
    const outline = parseOutline(
      '# Tides\n\n## The moon\n\n### Two bulges\n\n- Near side: The water is pulled most.\n',
    );
    const [file] = await renderDeck({ outline, templateId, format: 'ppt', name: 'Tides' });
    expect(file?.name).toBe('Tides.pptx');
    expect([...openPackage(file!.bytes).values()].join('')).toContain('The water is pulled most.');
  });

  it('a title becomes a frame', async () => {
    const writer = createOfflineWriter({ fragmentDelayMs: 0 });
    const { signal } = new AbortController();
    const whole = async (fragments: AsyncIterable<string>) => {
      let text = '';
      for await (const fragment of fragments) text += fragment;
      return parseOutline(text);
    };
    const outline = await whole(writer.outline({ title: 'Supply chain review', options: {}, variant: 0, signal }));
    expect(outline).toMatchObject({ title: 'Supply chain review', language: 'en' });
    expect(isFrame(outline)).toBe(true);
    expect(isFrame(await whole(writer.content({ outline, options: {}, signal })))).toBe(true);
  });

  it('a Word document becomes an outline', async () => {
    const bytes = docx(title('Harbour'), heading(1, 'Traffic'), heading(2, 'Ships'), item('Ferries: twelve a day'));
    const { document } = await readDocument({ bytes, mode: 'keep', title: 'x' });
    const { outline } = importedOutline({ document, mode: 'keep', title: 'x' });
    expect(outline).toMatchObject({ title: 'Harbour', chapters: [{ title: 'Traffic', pages: [{ title: 'Ships' }] }] });
  });
});
