import { figure } from '../deep';
import { OPERATOR_TOKEN } from '../review/review';
import { comes, describeInBrowser, visit } from './browser';

const noBalance = {
  kind: 'answer',
  status: 200,
  body: JSON.stringify({ code: 40007, data: [], msg: 'no balance' }),
} as const;

describeInBrowser(
  'a reviewer who decides',
  (stage) => {
    afterEach(() => stage.pipeline.network.reset());

    it('reads what an approval does and how many prompts are empty, and fills them in first', async () => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'Fifteen gaps' });
      const { page, complaints, close } = await visit(browser);
      await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
      await page.locator('.prompt').first().waitFor();
      const prompts = await page.locator('.prompt, .prompt-table').count();

      await page.locator('.tree .heading').first().focus();
      await page.keyboard.press('Control+Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`${prompts} prompts are empty and would be on the slides in brackets.`).waitFor();
      await dialog.getByText('The slides get the headings and prompts of revision 1.').waitFor();
      await comes(() => dialog.locator('.primary').allTextContents(), ['Fill in']);
      await dialog.getByRole('button', { name: 'Fill in' }).click();
      await page.locator('.prompt input:focus').waitFor();
      expect(
        await page
          .locator('.prompt input')
          .first()
          .evaluate((field) => field === document.activeElement),
      ).toBe(true);
      expect(complaints).toEqual([]);
      await handle.terminate();
      await close();
    });

    it('keeps the bar at the edge of the window in every view', async () => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'Steady' });
      const { page, close } = await visit(browser);
      await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
      for (const view of ['Outline', 'Slides', 'Markdown', 'Changes', 'Template']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        const { y, height } = (await page.locator('.decide').boundingBox())!;
        expect(y + height).toBe(860);
      }
      await handle.terminate();
      await close();
    });

    it('double-clicks Comment, which removes nothing and writes one comment', async () => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'Steady hands' });
      const { page, close } = await visit(browser);
      await page.goto(review.address({ workflowId: handle.workflowId, reviewer: 'ada' }));
      const lines = page.locator('.tree .heading');
      await lines.first().waitFor();
      const before = await lines.count();
      await lines.nth(1).focus();
      await page.locator('.tree .more').nth(1).click();
      await page.getByRole('button', { name: 'Comment', exact: true }).dblclick();
      await page.locator('.own-comment textarea:focus').waitFor();
      await comes(() => page.locator('.own-comment').count(), 1);
      await comes(() => lines.count(), before);
      const comment = (await page.getByRole('button', { name: 'Comment', exact: true }).boundingBox())!;
      const remove = (await page.getByRole('button', { name: 'Remove', exact: true }).boundingBox())!;
      expect(remove.x - comment.x - comment.width).toBeGreaterThan(200);
      await handle.terminate();
      await close();
    });

    it('reads that an operator knows of a parked deck; the operator walks up to it and retries', async () => {
      const { pipeline, review, browser } = stage;
      const handle = await pipeline.start({ title: 'No balance', settings: { review: { mode: 'off' } } });
      pipeline.network.strike('/api/ai/chat/v2/content', noBalance);
      await pipeline.until(handle, ({ attention }) => attention !== undefined);
      const { page, close } = await visit(browser);
      const address = review.address({ workflowId: handle.workflowId, reviewer: 'ada' });
      await page.goto(address);
      await page.getByText('It is on the list of the operators.').waitFor();
      const steps = page.locator('.steps .now');
      await comes(() => steps.textContent(), expect.stringContaining('Parked'));
      expect(await page.locator('.banner').textContent()).not.toMatch(/40007|deck resolve/);
      const clock = await page.locator('.meter').textContent();

      await page.request.post(`${review.url}/v1/login`, {
        data: { token: OPERATOR_TOKEN },
        headers: { origin: review.url },
      });
      const started = Date.now();
      await page.reload();
      await page.getByText(/no balance.*top up the account, then retry/).waitFor();
      await comes(() => page.locator('.meter').textContent(), clock);
      await comes(() => page.locator('.banner .primary').textContent(), 'Retry');
      await page.getByRole('button', { name: 'Retry', exact: true }).click();
      await page.getByText('Every file was checked').waitFor();
      figure(`walk: a parked deck repaired and delivered in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      expect(await handle.result()).toMatchObject({ outcome: 'delivered' });
      await close();
    });
  },
  { faulty: true },
);
