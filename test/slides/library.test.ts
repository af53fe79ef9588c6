import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { packageRoot } from '../../src/base/io/package-root';
import { checkFile, readDocument, readTemplate, renderDeck, SlidesError, templates } from '../../src/slides';
import { templateFile } from '../brand/template-file';

const markdown = '# Tea\n\n## Origins\n\n### China\n\n- Rivers\n- Hills\n';
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof SlidesError ? error.kind : `another error: ${error}`),
  );

describe('slides as a library', () => {
  it('makes an editable file of Markdown, the same one each time, which its own check accepts', async () => {
    const { outline, pictures } = await readDocument(markdown);
    const make = () => renderDeck({ outline, pictures, format: 'ppt' });
    const [first] = await make();
    expect(first!.name).toBe('Tea.pptx');
    expect(Object.keys(unzipSync(first!.bytes))).toContain('ppt/slides/slide1.xml');
    expect((await make())[0]!.bytes.equals(first!.bytes)).toBe(true);
    const { findings } = await checkFile(first!.bytes);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('makes a PDF of a Word document, in the template of its number', async () => {
    const bytes = readFileSync(join(packageRoot, 'src/cli/example/planets.docx'));
    const { outline, pictures } = await readDocument(bytes);
    expect(outline.chapters.length).toBeGreaterThan(1);
    const [deck] = await renderDeck({ outline, pictures, format: 'pdf', template: templates[1]!.id, name: 'out' });
    expect(deck!.name).toBe('out.pdf');
    expect(deck!.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('fills a PowerPoint file as a template, and says what it offers', async () => {
    const template = await readTemplate(templateFile({}), { name: 'ours' });
    expect(template.report.layouts.length).toBeGreaterThan(1);
    const { outline } = await readDocument(markdown);
    const [deck] = await renderDeck({ outline, template, format: 'ppt' });
    const layouts = Object.keys(unzipSync(deck!.bytes)).filter((name) =>
      /slideLayouts\/slideLayout\d+\.xml$/.test(name),
    );
    expect(layouts).toHaveLength(template.report.layouts.length);
  });

  it('says what is wrong by one error of its own', async () => {
    const { outline } = await readDocument(markdown);
    expect(await refused(readDocument(''))).toBe('invalid');
    expect(await refused(readDocument(Buffer.from('no document')))).toBe('invalid');
    expect(await refused(readTemplate(Buffer.from('no template')))).toBe('template');
    expect(await refused(checkFile(Buffer.from('no file')))).toBe('template');
    expect(await refused(renderDeck({ outline, format: 'pdf', template: 999_999 }))).toBe('invalid');
  });
});
