import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/io/package-root';
import { type MetricDefinition, workflowMetrics } from '../../src/core/metric-names';
import {
  exportedName,
  serviceMetrics,
  visibilityMetrics,
  workerMetrics,
} from '../../src/temporal/telemetry/metric-definitions';

const PAGE = join(packageRoot, 'docs', 'telemetry.md');
const BEGIN = '<!-- metrics: written by npm run docs -->\n';
const END = '<!-- end of metrics -->';

const groups: [string, Record<string, MetricDefinition>][] = [
  ['Decks (worker)', workflowMetrics],
  ['Calls (worker)', workerMetrics],
  ['Visibility polls (worker)', visibilityMetrics],
  ['Service', serviceMetrics],
];

/** The tables of the page, from the definitions. */
export function metricTables(): string {
  const row = (metric: MetricDefinition) => {
    const labels = Object.entries(metric.labels).map(([name, values]) => `\`${name}\`: ${values}`);
    return `| \`${exportedName(metric)}\` | ${metric.kind} | ${labels.join('; ') || '–'} | ${metric.help} |`;
  };
  return groups
    .map(
      ([title, group]) =>
        `### ${title}\n\n| metric | type | labels | meaning |\n|---|---|---|---|\n${Object.values(group).map(row).join('\n')}\n`,
    )
    .join('\n');
}

export function page(): { before: string; tables: string; after: string } {
  const text = readFileSync(PAGE, 'utf8');
  const from = text.indexOf(BEGIN) + BEGIN.length;
  const to = text.indexOf(END);
  return { before: text.slice(0, from), tables: text.slice(from, to), after: text.slice(to) };
}

export function writeTables(): void {
  const { before, after } = page();
  writeFileSync(PAGE, before + metricTables() + after);
}
