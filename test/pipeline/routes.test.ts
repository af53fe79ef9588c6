import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { isRemark } from '../../src/core/remarks';
import { spread } from '../setup/spread';
import { type Pipeline, startPipeline } from './pipeline';
import { gateCases, inboxWithReport, routes } from './routes';

const inbox = inboxWithReport(mkdtempSync(join(tmpdir(), 'deck-inbox-')));
let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline({ settings: { documents: { inbox } } });
});
afterAll(async () => {
  await pipeline.close();
  rmSync(inbox, { recursive: true });
});

it('docs/routes.md has every source, mode and decision', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'routes.md'), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|')[1]?.trim());
  const decisions = Object.entries(gateCases).map(([name, { row = name }]) => row);
  expect(rows).toEqual(expect.arrayContaining([...Object.keys(routes), ...decisions]));
});

/** Every way with every decision in a deep run; else the first way with all, and each of the others with some. */
const [first] = Object.keys(routes);
const whole = Object.keys(routes).flatMap((route) =>
  Object.keys(gateCases)
    .filter((gates) => !(routes[route]!.ownWords && gateCases[gates]!.generatedOnly))
    .map((gates) => ({ route, gates })),
);
const others = spread(
  whole.filter(({ route }) => route !== first),
  ['route', 'gates'],
);
const cells = whole.filter((cell) => cell.route === first || others.includes(cell));

describe.each(Object.keys(routes))('%s', (routeName) => {
  const { input, ownWords, paid } = routes[routeName]!;
  const cases = cells.filter(({ route }) => route === routeName).map(({ gates }) => gates);

  it.concurrent.each(cases)('%s', async (caseName) => {
    const { gates, decide, outcome } = gateCases[caseName]!;
    const handle = await pipeline.start({ ...input, settings: { ...gates, onFailure: 'fail' } });
    for (const act of decide) await act(handle, pipeline);
    // A text that came with its words and was changed at the content gate needs no second reading; a generated one does.
    if (caseName === 'content edited' && !ownWords) await gateCases['content approved']!.decide[0]!(handle, pipeline);

    const result = await handle.result();
    expect(result).toMatchObject({ outcome, possibleDuplicates: [] });
    expect(result.problems.filter((problem) => !isRemark(problem))).toEqual([]);
    const records = pipeline.records(handle);
    if (outcome === 'rejected') {
      expect(result.files).toEqual([]);
      expect(records).toMatchObject({ tasks: 1, designs: 0, exports: 0 });
      return;
    }
    expect(records).toMatchObject({ tasks: 1, designs: 1, exports: 1 });
    expect(result.files).toHaveLength(1);
    const [file] = result.files;
    const bytes = readFileSync(file!.path);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file!.sha256);
    if (!caseName.includes('again') && caseName !== 'content edited') {
      expect(result.paidCalls).toEqual({ ...paid, saveDesign: 1, startExport: 1 });
    }
    // What a person has written is in the deck.
    if (caseName === 'outline edited' || caseName === 'content edited') {
      const { list } = await pipeline.client.call('listDesigns', {}, { uid: result.uid });
      const tree = await pipeline.client.call('readPptTree', { design_id: list[0]!.id }, { uid: result.uid });
      expect(JSON.stringify(tree)).toContain('A corner of one’s own');
      if (ownWords) expect(JSON.stringify(tree)).toContain('Two sorts of tea');
    }
  });
});
