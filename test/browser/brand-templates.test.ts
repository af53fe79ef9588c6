import { registerTemplate } from '../../src/service/brands/registry';
import { templateFile, title, usual } from '../brand/template-file';
import { OPERATOR_TOKEN } from '../review/review';
import { violations } from './axe';
import { comes, describeInBrowser, picture, visit } from './browser';

const { cover, text, section, two } = usual;
const file = templateFile({
  layouts: [
    cover,
    text,
    section,
    two,
    { name: 'Strip', holders: [title(), { idx: 1, box: [66, 440, 828, 40], size: 24 }] },
  ],
});

describeInBrowser('the page of PowerPoint templates', (stage) => {
  it('shows the layouts, saves a correction, and explains one that is not possible', async () => {
    const { pipeline, review, browser } = stage;
    const acme = { apiKey: 'demo-access-key', name: 'Acme', file, roles: {} };
    const { id } = await registerTemplate(pipeline.settings, acme);
    const { page, complaints, close } = await visit(browser, { viewport: { width: 1280, height: 1200 } });
    await page.goto(review.url);
    await page.getByLabel('Token').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: 'Templates' }).click();
    // Other test files have templates in the same account.
    const chooseOwn = async () => {
      await page.getByRole('heading', { name: '1 Title Slide' }).waitFor();
      await page.getByRole('combobox', { name: /^Template/ }).selectOption(String(id));
      await page.getByRole('heading', { name: '5 Strip' }).waitFor();
    };
    await chooseOwn();

    await page.getByRole('heading', { name: '1 Title Slide' }).waitFor();
    await comes(() => page.getByRole('img', { name: 'Places of the layout 2 Title and Content' }).count(), 1);
    const drawn = page.getByRole('img', { name: 'Places of the layout 4 Two Content' }).locator('.brand-place');
    await comes(() => drawn.count(), 3);
    await comes(() => page.getByText('Not used: its text place holds 1 line at 24 pt').count(), 1);
    await comes(() => page.getByText(/^Title: about \d+ characters at 60 pt$/).count(), 2);
    expect(await violations(page)).toEqual([]);
    await picture(page, 'brand-templates');

    const closing = page.getByLabel('Closing');
    await comes(() => closing.locator('option:checked').textContent(), 'Automatic: 1 Title Slide');
    await closing.selectOption('3 Section Header');
    await page.getByRole('button', { name: 'Save layouts' }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByText('used for: Chapter, Closing').waitFor();

    await page.getByLabel('Two columns').selectOption('2 Title and Content');
    await page.getByRole('button', { name: 'Save layouts' }).click();
    const problem = page.getByRole('alert');
    await comes(
      () => problem.textContent(),
      expect.stringContaining('it has fewer than two places for text. Nothing was changed.'),
    );

    await page.reload();
    await chooseOwn();
    await comes(() => page.getByLabel('Closing').locator('option:checked').textContent(), '3 Section Header');
    await comes(
      () => page.getByLabel('Two columns').locator('option:checked').textContent(),
      'Automatic: 4 Two Content',
    );
    // Before the login, and for the rejected save, the server responds with an error.
    expect(complaints.filter((each) => !each.includes('status of 401'))).toEqual([expect.stringContaining('422')]);
    await close();
  });

  it('fits a phone', async () => {
    const { review, browser } = stage;
    const { page, close } = await visit(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(`${review.url}/templates`);
    await page.getByLabel('Token').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: '1 Title Slide' }).waitFor();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
    await close();
  });
});
