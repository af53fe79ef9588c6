import type { Judged } from './verify';

/** The result of one run. */
export interface Report {
  /** Name or address of the service. */
  service: string;
  verifiedAt: string;
  /** Version of this program. */
  version: string;
  passed: number;
  failed: number;
  notRun: number;
  checks: readonly Judged[];
}

export function reportOf(run: Pick<Report, 'service' | 'verifiedAt' | 'version' | 'checks'>): Report {
  const count = (state: Judged['state']) => run.checks.filter((check) => check.state === state).length;
  const { checks, ...about } = run;
  return { ...about, passed: count('passed'), failed: count('failed'), notRun: count('not run'), checks };
}

export const markOf = ({ state }: Judged) => ({ passed: '✔', failed: '✘', 'not run': '–' })[state];

export const countsOf = ({ passed, failed, notRun }: Report) =>
  `${passed} passed, ${failed} failed, ${notRun} not run.`;

export function markdownOf(report: Report): string {
  const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const lines = report.checks.map(
    (check) =>
      `| ${markOf(check)} | ${cell(check.title)} | ${cell(check.sentence ?? '')} | ${cell(check.rules.join('; '))} |`,
  );
  return [
    `# Verification of ${report.service}`,
    '',
    `${report.verifiedAt}, by durable-presentations ${report.version}. ${countsOf(report)}`,
    '',
    '| | check | result | rules |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
