import { parseOutline } from '../../src/outline/outline-markdown';
import { wordWriter } from '../../src/service/writer/word-writer';
import type { ImportMode } from '../../src/slides/import/outline-of';
import { outlineOf } from '../../src/slides/import/outline-of';
import { parseWordDocument } from '../../src/slides/import/parse-word';
import { importedOutline } from '../../src/slides/import/read-document';
import { WORD_LIMITS } from '../../src/slides/import/word-limits';
import { docx, heading, item, title } from '../import/docx';
import { CHINESE_REPORT, REPORT } from '../import/reports';
import { collect, pointsOf, writer } from './decks';

const parse = (bytes: Uint8Array) => parseWordDocument(bytes, WORD_LIMITS);
const imported = async (bytes: Uint8Array, mode: ImportMode) =>
  importedOutline({ document: JSON.stringify(await parse(bytes)), mode, title: 'x' });

describe('the stream of an imported document', () => {
  const options = {};
  const owner = 'account/1';
  const patient = true;
  const signal = new AbortController().signal;

  it('outline and content in one, in a code fence and short fragments', async () => {
    const deck = await imported(CHINESE_REPORT, 'keep');
    const request = { imported: deck, expand: false, options, owner, patient, signal };
    const all = await collect(wordWriter(writer).outlineAndContent(request));
    expect(all.length).toBeGreaterThan(50);
    expect(all.join('')).toMatch(/^```markdown\n# 2025年客户服务工作总结\n[\s\S]*```\n$/);
    expect(parseOutline(all.join(''))).toEqual(outlineOf(await parse(CHINESE_REPORT), { mode: 'keep' }));
  });

  it('expand: the writer fills points without text and leaves the others', async () => {
    const deck = await imported(
      docx(title('Plan'), heading(1, 'A'), heading(2, 'P'), item('Cheaper'), item('Speed: twice as fast')),
      'expand',
    );
    const request = { imported: deck, expand: true, options, owner, patient, signal };
    const text = await collect(wordWriter(writer).outlineAndContent(request));
    const points = pointsOf(parseOutline(text.join('')));
    expect(points[0]!.text).toEqual([]);
    expect(points[1]!.text).toEqual(['twice as fast']);
  });

  it('ends when it is aborted', async () => {
    const abort = new AbortController();
    const deck = await imported(REPORT, 'keep');
    const request = { imported: deck, expand: false, options, owner, patient, signal: abort.signal };
    const stream = wordWriter(writer).outlineAndContent(request);
    await expect(
      (async () => {
        for await (const _fragment of stream) abort.abort(new Error('gone'));
      })(),
    ).rejects.toThrow('gone');
  });
});
