import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/base/io/package-root';
import { parseOutline } from '../src/outline/outline-markdown';
import { renderDeck } from '../src/slides';
import { composeDeck } from '../src/slides/render/compose';
import { writePptx } from '../src/slides/render/pptx/package';
import { templateById } from '../src/slides/render/templates';
import { withPptxGenJs } from './exports';
import { measurePairs, type Paired, secondsOf } from './pairs';

const TEXTS = ['guide', 'strategy', 'board', 'pitch', 'zh-report'];
const TEMPLATE = 1001;
const PAIRS = 7;
/** Draws each PDF in the size of our images and prints the seconds, without those of its own start. */
const PDFIUM = `
import sys, time, pypdfium2
start = time.perf_counter()
for path in sys.argv[1:]:
    document = pypdfium2.PdfDocument(path)
    for number in range(len(document)):
        document[number].render(scale=2).to_pil().save(f"{path}-{number}.png")
print(time.perf_counter() - start)`;

const msOf = async (act: () => Promise<unknown>) => (await secondsOf(act)) * 1000;

/** Milliseconds for PPTX, PDF and PNG of the same five decks, over the programs that people would use for each. */
export async function formats(): Promise<Paired[]> {
  const outlines = TEXTS.map((name) =>
    parseOutline(readFileSync(join(packageRoot, 'test/render/texts', `${name}.md`), 'utf8')),
  );
  const decks = outlines.map((outline) => composeDeck(outline, templateById(TEMPLATE)));
  const folder = mkdtempSync(join(tmpdir(), 'deck-formats-'));
  const each = async (format: 'ppt' | 'pdf' | 'png') => {
    for (const outline of outlines) await renderDeck({ outline, format, template: TEMPLATE });
  };
  const paths = (end: string) => TEXTS.map((name) => join(folder, `${name}${end}`));
  try {
    for (const [at, outline] of outlines.entries()) {
      const [pptx] = await renderDeck({ outline, format: 'ppt', template: TEMPLATE });
      const [pdf] = await renderDeck({ outline, format: 'pdf', template: TEMPLATE });
      writeFileSync(paths('.pptx')[at]!, pptx!.bytes);
      copyFileSync(paths('.pptx')[at]!, paths('-again.pptx')[at]!);
      writeFileSync(paths('.pdf')[at]!, pdf!.bytes);
    }
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const out = ['--headless', '--convert-to', 'pdf', '--outdir', join(folder, 'converted')];
    const convert = (files: string[]) =>
      msOf(async () => execFileSync('soffice', [profile, ...out, ...files], { stdio: 'ignore' }));
    const pair = (name: string, target: string, ours: () => Promise<number>, other: () => Promise<number>) =>
      measurePairs({ name: `five decks, ${name}`, target, unit: 'ms' }, { ours, other }, { pairs: PAIRS });
    return [
      await pair(
        'PPTX / pptxgenjs, which draws the same shapes',
        '≤ 0.4',
        () => msOf(async () => decks.map((deck) => writePptx(deck))),
        () =>
          msOf(async () => {
            for (const deck of decks) await withPptxGenJs(deck);
          }),
      ),
      await pair(
        'PDF / LibreOffice, which converts the PPTX, without its start',
        '≤ 0.05',
        () => msOf(() => each('pdf')),
        // The second half of ten files, so that its start does not count.
        async () => (await convert([...paths('.pptx'), ...paths('-again.pptx')])) - (await convert(paths('.pptx'))),
      ),
      await pair(
        'PNG / pdfium, which draws the PDF',
        '≤ 1',
        () => msOf(() => each('png')),
        async () => 1000 * Number(execFileSync('python3', ['-c', PDFIUM, ...paths('.pdf')], { encoding: 'utf8' })),
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
