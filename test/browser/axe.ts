import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** The violations that axe-core finds, with their elements. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }).axe.run({
      resultTypes: ['violations'],
    }),
  );
  return found.violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}), ${nodes.length} times: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
  );
}
