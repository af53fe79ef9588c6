import { mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Pipeline } from '../pipeline/pipeline';
import { deckPath, type Review, startReview, withReview } from './review';

let pipeline: Pipeline;
let review: Review;
withReview((...both) => {
  [pipeline, review] = both;
});

const delivered = async (title: string) => {
  const { handle, link } = await review.waiting({ title, formats: ['ppt', 'pdf'] });
  await review.decide(link, { revision: 1, decision: 'approve' });
  const { files } = await handle.result();
  return { link, files };
};

describe('a delivered file', () => {
  it('is downloaded under its own name, in any script', async () => {
    const { link, files } = await delivered('茶 "tea"');
    const [deck, pdf] = [
      await review.call(`${deckPath(link)}/files/0`, { link }),
      await review.call(`${deckPath(link)}/files/1`, { link }),
    ];
    expect(deck.headers.get('content-length')).toBe(String(files[0]!.bytes));
    expect(deck.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('茶')}`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    for (const index of ['2', '-1', 'x', '0%2F..%2F1', '00000']) {
      expect((await review.call(`${deckPath(link)}/files/${index}`, { link })).status).toBe(404);
    }
  });

  it('is closed after HEAD and after the client disconnects', async () => {
    const { link, files } = await delivered('Open files');
    for (let time = 0; time < 20; time++) {
      const { status, headers } = await review.call(`${deckPath(link)}/files/0`, { link, method: 'HEAD' });
      expect([status, headers.get('content-length')]).toEqual([200, String(files[0]!.bytes)]);
      const left = AbortSignal.timeout(time);
      const headersOf = { authorization: `Bearer ${link}` };
      await fetch(`${review.url}${deckPath(link)}/files/0`, { headers: headersOf, signal: left }).catch(
        () => undefined,
      );
    }
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === files[0]!.path;
        } catch {
          return false;
        }
      });
    while (open().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(open()).toEqual([]);
  });

  it('is not sent if it has changed', async () => {
    const { link, files } = await delivered('Changed');
    const [{ path, bytes }] = files as [(typeof files)[0]];
    writeFileSync(path, Buffer.alloc(bytes, 'x'));
    expect(await review.call(`${deckPath(link)}/files/0`, { link })).toMatchObject({
      status: 404,
      refusal: { code: 'not-found', detail: expect.stringContaining('has changed since it was delivered') },
    });
  });

  it('is not sent from outside the output directory, also not through a symbolic link', async () => {
    const { link, files } = await delivered('Outside');
    const [{ path }] = files as [(typeof files)[0]];
    const outside = join(pipeline.directory, 'outside');
    mkdirSync(outside);
    const moved = join(outside, 'moved.pptx');
    renameSync(path, moved);
    symlinkSync(moved, path);
    const detail = `The file ${basename(path)} is on the worker's host. This server cannot read it.`;
    const refusal = { status: 404, refusal: { code: 'not-found', detail } };
    expect(await review.call(`${deckPath(link)}/files/0`, { link })).toMatchObject(refusal);
    rmSync(path);
    expect(await review.call(`${deckPath(link)}/files/0`, { link })).toMatchObject(refusal);
    renameSync(moved, path);
    expect((await review.call(`${deckPath(link)}/files/0`, { link })).status).toBe(200);

    const elsewhere = await startReview({
      ...pipeline,
      settings: { ...pipeline.settings, output: { directory: outside } },
    });
    expect(await elsewhere.call(`${deckPath(link)}/files/0`, { link })).toMatchObject(refusal);
    await elsewhere.close();
  });

  it('can be downloaded when no worker is running', async () => {
    const { link, files } = await delivered('Nobody left');
    await pipeline.stopWorker();
    await review.restart();
    expect(await review.deck(link)).toMatchObject({
      title: 'Nobody left',
      status: 'COMPLETED',
      stage: 'delivered',
      files: [{ index: 0, bytes: files[0]!.bytes }, { index: 1 }],
    });
    expect((await review.call(`${deckPath(link)}/files/0`, { link })).bytes).toHaveLength(files[0]!.bytes);
    await pipeline.startWorker();
  });
});
