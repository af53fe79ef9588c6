import { writeFileSync } from 'node:fs';
import type { Ended } from './drive';
import { kinds } from './service';
import type { Row } from './variations';
import { faultsOf, nameOf } from './verdict';

const cell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** Writes rows with their ends, and totals, so that two versions of the product can be compared. */
export function writeTable(path: string, ends: readonly { row: Row; ended: Ended }[]): void {
  const judged = ends.map(({ row, ended }) => ({ row, ended, faults: faultsOf(row, ended) }));
  const count = (fits: (each: (typeof judged)[number]) => boolean) => judged.filter(fits).length;
  const totals = {
    rows: judged.length,
    delivered: count(({ ended }) => ended.outcome === 'delivered'),
    'of them with a reported duplicate': count(
      ({ ended }) => ended.outcome === 'delivered' && ended.duplicates.length > 0,
    ),
    parked: count(({ ended }) => ended.outcome === 'parked'),
    failed: count(({ ended }) => ended.outcome === 'failed'),
    'paid more than once': count(({ ended }) => kinds.some((kind) => ended.paid[kind] > 1)),
    'as expected': count(({ faults }) => faults.length === 0),
  };
  const lines = judged.map(({ row, ended: { outcome, duplicates, paid, grants, sentence }, faults }) => {
    const what = duplicates.length > 0 ? `${outcome}, duplicate reported` : outcome;
    const said = outcome === 'delivered' ? '' : sentence;
    const calls = kinds.map((kind) => paid[kind]).join(' ');
    return `| ${[faults.length === 0 ? '' : '✗', cell(nameOf(row)), what, calls, grants, cell(said), cell(faults.join('; '))].join(' | ')} |`;
  });
  const head = ['| | row | end | paid | grants | sentence | differs |', '|---|---|---|---|---|---|---|'];
  const sums = Object.entries(totals).map(([name, total]) => `- ${name}: ${total}`);
  writeFileSync(path, [...sums, '', `Paid: ${kinds.join(', ')}.`, '', ...head, ...lines, ''].join('\n'));
}
