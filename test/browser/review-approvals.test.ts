import type { Page } from 'playwright-core';
import { violations } from './axe';
import { comes, describeInBrowser, picture, type Stage, visit } from './browser';

const TWO = { review: { mode: 'required' as const, reviewers: ['Ann', 'Bo'], approvals: 2, verifiedOnly: false } };

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks a view for violations and sideways scrolling. */
async function check(page: Page, name: string): Promise<void> {
  await picture(page, name);
  expect({ name, overflow: await overflow(page), violations: await violations(page) }).toEqual({
    name,
    overflow: 0,
    violations: [],
  });
}

describeInBrowser('a gate with a policy', (stage) => {
  const start = async (title: string, settings: Record<string, unknown> = TWO) => {
    const handle = await stage.pipeline.start({ title, settings });
    await stage.pipeline.until(handle, ({ review }) => review !== undefined);
    return handle;
  };
  const open = async (
    { workflowId }: { workflowId: string },
    reviewer: string | undefined,
    options: Parameters<typeof visit>[1] = {},
  ): Promise<Awaited<ReturnType<typeof visit>>> => {
    const visited = await visit(stage.browser, options);
    const link: Parameters<Stage['review']['address']>[0] = {
      workflowId,
      ...(reviewer === undefined ? {} : { reviewer }),
    };
    await visited.page.goto(stage.review.address(link));
    await visited.page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    return visited;
  };
  const confirm = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('is approved by two people; each sees what is missing, and the deck shows both', async () => {
    const handle = await start('Two signatures');
    const ann = await open(handle, 'Ann');
    const bo = await open(handle, 'Bo');
    const status = ann.page.getByRole('region', { name: 'Approvals', exact: true });
    await status.getByText('0 of 2 approvals').waitFor();
    await comes(() => status.textContent(), expect.stringContaining('May decide: Ann or Bo.'));
    await check(ann.page, 'approvals');
    await ann.page.getByRole('button', { name: 'Approve (1 of 2)' }).click();
    await ann.page.getByText('Your approval of revision 1 is recorded. After it, 1 more approval is needed.').waitFor();
    await confirm(ann.page, 'Approve');
    await ann.page.getByTestId('toast').getByText('Your approval is recorded. 1 more approval is needed.').waitFor();
    await status.getByText('Ann approved; still needed: 1 more approval').waitFor();
    await ann.page.getByText('Approved by you').waitFor();
    await comes(() => ann.page.getByRole('button', { name: 'Approve', exact: true }).isDisabled(), true);

    await bo.page.getByText('Ann approved; still needed: 1 more approval').waitFor();
    await bo.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await confirm(bo.page, 'Approve');
    await bo.page.getByText('Approved by Bo').first().waitFor();
    await handle.result();
    await bo.page.getByText('Every file was checked').waitFor();
    await bo.page.getByText('Decisions (2)').click();
    const record = bo.page.locator('.record li');
    await comes(() => record.locator('p:first-child').allTextContents(), ['Bo: Approved', 'Ann: Approved']);
    await check(bo.page, 'approvals-record');
    expect([...ann.complaints, ...bo.complaints]).toEqual([]);
    await ann.close();
    await bo.close();
  });

  it('gets an objection on a line, which stays open after an edit, and another reviewer approves over it with a reason', async () => {
    const handle = await start('Changes, please');
    const ann = await open(handle, 'Ann');
    const bo = await open(handle, 'Bo');
    const { page } = ann;
    const chapter = await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).inputValue();

    // By keyboard only.
    await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).focus();
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
    while ((await focused()) !== `Actions for “${chapter}”`) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    while ((await focused()) !== 'Comment') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction((name) => document.activeElement?.ariaLabel === name, `Comment on “${chapter}”`);
    await page.keyboard.type('Too long');
    await check(page, 'comment');
    // A comment survives closing the page.
    await page.reload();
    await page.getByRole('button', { name: 'Request changes (1 comment)' }).click();
    await page.getByRole('dialog').getByText('Too long').waitFor();
    await page.getByRole('textbox', { name: /^What needs to change/ }).fill('Please shorten');
    await check(page, 'request-changes');
    await confirm(page, 'Request changes');
    await page.getByTestId('toast').getByText('Your change request is recorded.').waitFor();
    await comes(() => page.getByRole('textbox', { name: /^Comment on/ }).count(), 0);

    const threads = bo.page.getByRole('region', { name: /open comments?$/ });
    await threads.getByText('Please shorten').waitFor();
    const atLine = bo.page.locator('.level-2 .thread');
    await comes(() => atLine.locator('q').allTextContents(), ['Too long']);
    await bo.page.getByText('Ann requested changes. To approve anyway, give a reason.').waitFor();
    await check(bo.page, 'threads');
    // In another view, the thread names its line.
    await bo.page.getByRole('button', { name: 'Markdown', exact: true }).click();
    await threads.getByText(`1 ${chapter}`).waitFor();
    await bo.page.getByRole('button', { name: 'Outline', exact: true }).click();

    await bo.page.getByRole('button', { name: 'Reply: Thread 2' }).click();
    await bo.page.getByRole('textbox', { name: /^Your reply/ }).fill('By how much?');
    await confirm(bo.page, 'Reply');
    await page.locator('.level-2 .thread').getByText('By how much?').waitFor();

    await bo.page.getByRole('textbox', { name: 'Chapter 1', exact: true }).fill('Short');
    await bo.page.getByRole('button', { name: 'Save edits' }).click();
    await confirm(bo.page, 'Save edits');
    await threads.getByText('Line removed').waitFor();
    // Resolving the objection of another person needs a reason.
    await bo.page.getByRole('button', { name: 'Resolve: Thread 2' }).click();
    await confirm(bo.page, 'Resolve');
    const reason = bo.page.getByRole('textbox', { name: /^Reason/ });
    expect(await reason.evaluate((field: HTMLTextAreaElement) => field.validity.valueMissing)).toBe(true);
    await reason.fill('It is short now');
    await confirm(bo.page, 'Resolve');
    await bo.page.getByRole('article', { name: 'Thread 2' }).waitFor({ state: 'detached' });

    await bo.page.getByRole('button', { name: 'Approve (1 of 2)' }).click();
    const dialog = bo.page.getByRole('dialog');
    await dialog.getByText('Please shorten').waitFor();
    await check(bo.page, 'approve-over-objection');
    await dialog.getByRole('textbox', { name: /^Why you approve anyway/ }).fill('Ann agreed by phone');
    await confirm(bo.page, 'Approve');
    await bo.page.getByText('Approved by you').waitFor();
    const { decisions } = await stage.pipeline.progress(handle);
    expect(decisions).toMatchObject([
      {
        decision: 'request-changes',
        by: 'Ann',
        via: 'page',
        opens: [{ number: 1 }, { item: { path: '1', heading: chapter } }],
      },
      { decision: 'reply', by: 'Bo', thread: 2 },
      { decision: 'edit', by: 'Bo', newRevision: 2 },
      { decision: 'resolve-thread', by: 'Bo', closes: [2], comment: 'It is short now' },
      { decision: 'approve', by: 'Bo', despite: [1], comment: 'Ann agreed by phone' },
    ]);
    // Its author resolves it without a reason.
    await page.getByRole('button', { name: 'Resolve: Thread 1' }).click();
    await confirm(page, 'Resolve');
    await threads.waitFor({ state: 'detached' });
    expect([...ann.complaints, ...bo.complaints]).toEqual([]);
    await ann.close();
    await bo.close();
  });

  it('gets comments on a slide and a suggestion, which another reviewer accepts', async () => {
    const handle = await start('On the slides');
    const ann = await open(handle, 'Ann');
    const bo = await open(handle, 'Bo');
    const { page } = ann;
    const chapter = await page.getByRole('textbox', { name: 'Chapter 1', exact: true }).inputValue();
    await page.getByRole('button', { name: `Actions for “${chapter}”` }).click();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('textbox', { name: `Suggested text for “${chapter}”` }).fill('Leaves');
    await page.getByRole('button', { name: 'Slides', exact: true }).click();
    await page.locator('.thumbnail').nth(1).click();
    const lightbox = page.locator('dialog.lightbox');
    await lightbox.getByRole('button', { name: 'Comment', exact: true }).click();
    await lightbox.getByRole('textbox', { name: /^Comment on/ }).fill('Too crowded');
    await check(page, 'comment-on-slide');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send 2 comments' }).click();
    await check(page, 'send-comments');
    await confirm(page, 'Send comments');
    await page.getByTestId('toast').getByText('Your comment is recorded.').waitFor();

    await bo.page.getByRole('button', { name: 'Slides', exact: true }).click();
    await bo.page.locator('.thumbnail').nth(1).getByText('1 open comment').waitFor();
    await bo.page.locator('.thumbnail').nth(1).click();
    await bo.page.locator('dialog.lightbox').getByText('Too crowded').waitFor();
    await bo.page.locator('dialog.lightbox').getByText('Slide 2').first().waitFor();
    await check(bo.page, 'thread-on-slide');
    await bo.page.keyboard.press('Escape');
    await bo.page.getByRole('button', { name: 'Outline', exact: true }).click();
    await bo.page.getByRole('button', { name: 'Accept: Thread 1' }).click();
    await confirm(bo.page, 'Accept');
    await bo.page.getByRole('complementary').getByText('Edited by Bo').waitFor();
    await comes(() => bo.page.getByRole('textbox', { name: 'Chapter 1', exact: true }).inputValue(), 'Leaves');
    const { threads } = await stage.pipeline.progress(handle);
    expect(threads).toMatchObject([
      { number: 1, by: 'Ann', suggestion: 'Leaves', closed: { by: 'Bo', decision: 'edit' } },
      { number: 2, by: 'Ann', slide: 2, text: 'Too crowded' },
    ]);
    expect([...ann.complaints, ...bo.complaints]).toEqual([]);
    await ann.close();
    await bo.close();
  });

  it('lets a reviewer delegate, and a person who may not decide sees why and who can', async () => {
    const handle = await start('In my place');
    const bo = await open(handle, 'Bo');
    const cy = await open(handle, 'Cy');
    await cy.page.getByText('You cannot decide at this review').waitFor();
    await cy.page.getByText('You can read here. Ann or Bo can decide.').waitFor();
    await comes(() => cy.page.getByRole('button', { name: /^(Approve|Reject|Request changes)/ }).count(), 0);
    await check(cy.page, 'not-permitted');

    await bo.page.getByRole('button', { name: 'More actions' }).click();
    await bo.page.getByRole('button', { name: 'Delegate', exact: true }).click();
    await bo.page.getByRole('textbox', { name: /^Name of the person/ }).fill('Cy');
    await check(bo.page, 'delegate');
    await confirm(bo.page, 'Delegate');
    await bo.page.getByText('You delegated your decision. Cy decides in your place.').waitFor();
    await cy.page.getByRole('button', { name: 'Approve (1 of 2)' }).click();
    await confirm(cy.page, 'Approve');
    await cy.page.getByText('Cy approved; still needed: 1 more approval').waitFor();
    expect((await stage.pipeline.progress(handle)).decisions).toMatchObject([
      { decision: 'delegate', by: 'Bo', to: 'Cy' },
      { decision: 'approve', by: 'Cy', verified: true },
    ]);
    expect([...bo.complaints, ...cy.complaints]).toEqual([]);
    await bo.close();
    await cy.close();
  });

  it('says that a typed name which reads as the first approver is the same person', async () => {
    const handle = await start('Typed names', { review: { mode: 'required', approvals: 2, verifiedOnly: false } });
    const approveAs = async (name: string) => {
      const { page, close } = await open(handle, undefined);
      await page.getByRole('button', { name: /^Approve/ }).click();
      await page.getByRole('textbox', { name: /^Your name/ }).fill(name);
      await confirm(page, 'Approve');
      return { page, close };
    };
    const ann = await approveAs('Ann');
    await ann.page.getByText(/Ann.* approved; still needed: 1 more approval/).waitFor();
    const again = await approveAs('\u0410nn');
    await again.page
      .getByText(/has already approved revision 1/)
      .first()
      .waitFor();
    await check(again.page, 'approvals-lookalike');
    expect((await stage.pipeline.progress(handle)).review!.approvals).toMatchObject({ given: [{ by: 'Ann' }] });
    await ann.close();
    await again.close();
  });

  it('that requires verified names says so on a link without a name before anything is written', async () => {
    const handle = await start('By name', { review: { mode: 'required', verifiedOnly: true } });
    const { page, close } = await open(handle, undefined);
    await page.getByText(/accepts only names from review links, and your link has no name/).waitFor();
    await comes(() => page.locator('.banner code').textContent(), `deck open ${handle.workflowId} --for NAME`);
    expect(await page.getByRole('textbox', { name: 'Title', exact: true }).getAttribute('readonly')).not.toBeNull();
    await comes(() => page.getByRole('button', { name: /^Approve/ }).count(), 0);
    await close();
  });

  it('works by touch on a phone in Chinese, with targets of 44 px', async () => {
    const handle = await start('茶');
    const phone = { viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true, locale: 'zh-CN' };
    const { page, close } = await visit(stage.browser, phone);
    await page.goto(stage.review.address({ workflowId: handle.workflowId, reviewer: 'Ann' }));
    await page.locator('.more').nth(1).tap();
    await page.getByRole('button', { name: '批注', exact: true }).tap();
    await page.locator('.own-comment textarea').fill('太长');
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.actions button, .own-comment button, .decide button')]
        .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
        .map(({ text }) => text),
    );
    expect(small).toEqual([]);
    await check(page, 'comment-phone');
    await page.getByRole('button', { name: '更多操作' }).tap();
    await page.getByRole('button', { name: '要求修改（1 条批注）' }).tap();
    await check(page, 'request-changes-phone');
    await confirm(page, '要求修改');
    await page.getByText('Ann 要求修改').first().waitFor();
    await check(page, 'change-requests-phone');
    await close();
  });
});
