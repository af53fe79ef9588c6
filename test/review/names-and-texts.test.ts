import { deckLines } from '../../src/cli/show/deck-text';
import { edit, InvalidReview, progress } from '../../src/decks/api';
import { Decks } from '../../src/decks/decks';
import { documentStore } from '../../src/decks/documents/open-documents';
import { recordOf } from '../../src/decks/record';
import { revisionLine } from '../../src/decks/revisions';
import { viewOf, wordsOf } from '../../src/mcp/deck-answer';
import type { Pipeline } from '../pipeline/pipeline';
import { deckPath, edited, type Review, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

const ATTACK = '\u202egnp.\u2066\u009b2J\u001b]52;c;eA==\u0007';
const waiting = (title: string) => review.waiting({ title });

describe('the name of a reviewer', () => {
  it('is verified if the signed link names it, and unverified if a person typed it', async () => {
    const { handle, workflowId } = await waiting('Names');
    const named = review.link({ workflowId, reviewer: 'Ada' });
    await review.decide(named, { revision: 1, decision: 'edit', outline: edited('Names'), reviewer: 'Grace' });
    const open = review.link({ workflowId });
    await review.decide(open, { revision: 2, decision: 'edit', outline: edited('Other names'), reviewer: 'Ada' });
    const view = await review.deck(open);
    expect(view.revisions.slice(1)).toMatchObject([
      { by: 'Ada', verified: true },
      { by: 'Ada', verified: false },
    ]);
    const told = await progress(handle);
    expect(told.revisions.map((each) => revisionLine(each, told).replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining('1 outline generated'),
      expect.stringMatching(/2 outline edited by Ada \d/),
      expect.stringContaining('3 outline edited by Ada (unverified)'),
    ]);

    await review.decide(open, { revision: 3, decision: 'reject', reviewer: 'deadline' });
    expect(await handle.result()).toMatchObject({ rejection: { by: 'deadline', verified: false } });
    const record = await recordOf(new Decks(pipeline.temporal, pipeline.settings), workflowId);
    expect(deckLines(record).join('\n')).toMatch(/rejected +deadline \(unverified\)/);
    expect(wordsOf(viewOf(record))).toContain('It was rejected by deadline (unverified).');
  });

  it('cannot be marked as verified by the page', async () => {
    const { link } = await waiting('Vouching');
    const answer = await review.decide(link, {
      revision: 1,
      decision: 'approve',
      reviewer: 'Ada',
      verified: true,
    } as Parameters<Review['decide']>[1]);
    expect(answer).toMatchObject({ status: 422, refusal: { code: 'invalid' } });
  });

  it('is recorded without a claim of verification if none is given', async () => {
    const { handle, link } = await waiting('Nameless');
    await review.decide(link, { revision: 1, decision: 'reject' });
    const { rejection } = await handle.result();
    expect(rejection).toEqual({ revision: 1, by: 'reviewer', at: expect.any(String) });
  });
});

describe('characters that hide or reorder text', () => {
  const sentence = (name: string) =>
    new RegExp(
      `^${name} contains the character U\\+202E in line 3, which can hide or reorder text on a screen; remove it`,
    );

  it('are rejected in an edit on the page, short or long, and the revision stays', async () => {
    const { link } = await waiting('Refused');
    for (const more of ['', 'word '.repeat(40_000)]) {
      const outline = `# T\n\n## One ${ATTACK}\n\n### ${more}\n`;
      expect(await review.decide(link, { revision: 1, decision: 'edit', outline })).toMatchObject({
        status: 422,
        refusal: { code: 'invalid', detail: expect.stringMatching(sentence('The text')) },
      });
    }
    expect(await review.deck(link)).toMatchObject({ revision: 1, mayDecide: true });
  });

  it('are rejected in an edit by a program: Markdown, tree or stored text', async () => {
    const { handle } = await waiting('Programs');
    const text = `# T\n\n## One ${ATTACK}\n`;
    const stored = await documentStore(pipeline.settings).put(text, { inline: false });
    const tree = { value: 'T', children: [{ value: `One ${ATTACK}` }] };
    await expect(edit(handle, 1, text)).rejects.toThrow(sentence('the outline'));
    await expect(edit(handle, 1, stored)).rejects.toThrow(
      /the edited outline contains the character U\+202E in line 3/,
    );
    await expect(edit(handle, 1, tree)).rejects.toThrow(/node 2 of the tree contains the character U\+202E in line 1/);
    await expect(edit(handle, 1, text)).rejects.toBeInstanceOf(InvalidReview);
    expect((await progress(handle)).revisions).toHaveLength(1);
  });

  it('are removed from a text before it reaches the page, so its edits are accepted', async () => {
    const markdown = `# Tea ${ATTACK}\n\n## One\n\n### Page\n\n#### Point\n\nText ${ATTACK}.\n`;
    const { workflowId } = await pipeline.start({ markdown });
    const link = review.link({ workflowId });
    const view = await review.until(link, ({ mayDecide }) => mayDecide);
    const text = (await review.call(`${deckPath(link)}/revisions/1`, { link })).json.markdown as string;
    expect(JSON.stringify(view) + text).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
    );
    expect(text).toContain('gnp.');
    const outline = text.replace('## One', '## Two');
    expect(await review.decide(link, { revision: 1, decision: 'edit', outline })).toMatchObject({ status: 200 });
  });
});
