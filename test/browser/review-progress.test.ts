import { pathOf } from '../review/review';
import { describeInBrowser, picture, visit } from './browser';

describeInBrowser(
  'a deck that is being made',
  (stage) => {
    it('arrives by server-sent events, with its slides and the usual duration', async () => {
      const { pipeline, review, browser } = stage;
      const before = ['Before one', 'Before two', 'Before three'].map(async (title) => {
        const done = await pipeline.start({ title });
        await review.until(review.link({ workflowId: done.workflowId }), ({ mayDecide }) => mayDecide);
        await review.decide(review.link({ workflowId: done.workflowId }), { revision: 1, decision: 'approve' });
        await done.result();
      });
      await Promise.all(before);
      const handle = await pipeline.start({ title: 'Made in view', content: 'ticket' });
      const { page, complaints, close } = await visit(browser);
      const paths: string[] = [];
      page.on('request', (request) => paths.push(new URL(request.url()).pathname));
      await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
      await page.locator('.making .thumbnail').first().waitFor();
      await picture(page, 'progress-live');
      await page.getByText(/^Decks usually take \d+ s from here\./).waitFor();
      await page.getByText('Every file was checked').waitFor();
      // One request when the page opens, and one after the own decision; the stream brings every other change.
      expect(paths.filter((path) => path === pathOf(handle.workflowId))).toHaveLength(2);
      expect(paths.filter((path) => path.endsWith('/events')).length).toBeLessThan(4);
      expect(complaints).toEqual([]);
      await close();
    });

    it('is followed by long polling where events do not arrive', async () => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'Behind a proxy' });
      const { page, close } = await visit(browser);
      await page.route('**/v1/decks/**/events', (route) =>
        route.fulfill({ status: 200, body: '', contentType: 'text/plain' }),
      );
      await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
      await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
      await review.decide(review.link({ workflowId: handle.workflowId }), { revision: 1, decision: 'approve' });
      await page.getByText('Every file was checked').waitFor();
      expect((await handle.result()).outcome).toBe('delivered');
      await close();
    });
  },
  { timing: { exportMs: 12_000 } },
);
