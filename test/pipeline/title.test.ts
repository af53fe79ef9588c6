import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Pipeline, startPipeline } from './pipeline';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await startPipeline();
});
afterAll(() => pipeline.close());

describe.each(['ticket', 'stream'] as const)('a deck from a title, content by %s', (content) => {
  it('waits for approval, then ends in a verified file', async () => {
    const handle = await pipeline.start({
      title: 'Quarterly review of a coffee chain',
      content,
      formats: ['ppt', 'pdf'],
    });
    const waiting = await pipeline.until(handle, ({ stage }) => stage === 'review');
    expect(waiting).toMatchObject({
      outline: { revision: 1, source: 'generated' },
      summary: 'outline revision 1 is awaiting review',
      files: [],
    });
    // Nothing that costs more than the outline before a person has decided.
    expect(waiting.paidCalls).toEqual({ createTask: 1, streamOutline: 1 });

    const answer = await handle.executeUpdate('review', {
      args: [{ revision: 1, decision: 'approve', reviewer: 'ada' }],
    });
    expect(answer).toEqual({
      decision: 'approve',
      revision: 1,
      message: 'revision 1 is approved; content is generated next',
    });
    const result = await handle.result();
    expect(result).toMatchObject({
      outcome: 'delivered',
      revision: 1,
      approval: { by: 'ada', revision: 1 },
      problems: [expect.objectContaining({ type: 'Frame' })],
      possibleDuplicates: [],
    });
    expect(result.files.map(({ format }) => format)).toEqual(['ppt', 'pdf']);
    for (const file of result.files) {
      const bytes = readFileSync(file.path);
      expect(bytes.length).toBe(file.bytes);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    }
  });
});
