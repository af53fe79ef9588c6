import { readFile, writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { readFailure } from '../../base/io/read-failure';
import { counted } from '../../base/text/counted';
import type { CheckReport, Finding, Severity } from '../../slides/check';
import type { CheckedFile } from '../../slides/check/check-file';
import { type CommonOptions, optionsOf } from '../invocation/invocation';
import { badInput, CliError, exitCodes } from '../terminal/exit';
import { printText, say } from '../terminal/terminal';

interface CheckOptions extends CommonOptions {
  format: Format;
  output?: string;
  failOn: FailOn;
}

const formats = ['text', 'json', 'sarif'] as const;
type Format = (typeof formats)[number];
const thresholds = ['error', 'warning', 'never'] as const;
type FailOn = (typeof thresholds)[number];

export function registerCheck(program: Command): Command {
  return program
    .command('check')
    .description('check .pptx and .pdf files, of any make, for faults in layout, readability and accessibility')
    .argument('<file...>', '.pptx, .potx or .pdf files')
    .addOption(new Option('--format <format>', 'format of the findings').choices(formats).default('text'))
    .option('--output <file>', 'write the findings to a file')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 for findings of this severity or a higher one')
        .choices(thresholds)
        .default('error'),
    )
    .action(async (paths: string[], _options, self: Command) => {
      const { format, output, failOn } = optionsOf<CheckOptions>(self);
      const files: CheckedFile[] = [];
      for (const path of paths) files.push({ path, report: await checked(path) });
      const text = await written(files, format, self.parent?.version() ?? '');
      if (output === undefined) printText(text);
      else await writeFile(output, `${text}\n`).catch(unwritable(output));
      if (format === 'text' || output !== undefined) for (const each of files) say(summaryOf(each));
      const isFault = ({ severity }: Finding) =>
        severity === 'error' || (failOn === 'warning' && severity === 'warning');
      if (failOn !== 'never' && files.some(({ report }) => report.findings.some(isFault)))
        throw new CliError(exitCodes.failure, '');
    });
}

async function checked(path: string): Promise<CheckReport> {
  const bytes = await readFile(path).catch((error) => {
    throw badInput(`${path} ${readFailure(error)}.`);
  });
  const [{ checkFile }, { BrandError }] = await Promise.all([
    import('../../slides/check/check-file.js'),
    import('../../slides/brand/index.js'),
  ]);
  try {
    return await checkFile(bytes);
  } catch (error) {
    throw error instanceof BrandError ? badInput(`${path}: ${error.message}`) : error;
  }
}

async function written(files: readonly CheckedFile[], format: Format, version: string): Promise<string> {
  if (format === 'json') return JSON.stringify(files.map(({ path, report }) => ({ file: path, ...report })));
  if (format === 'text') return files.flatMap(linesOf).map(singleLine).join('\n');
  const { sarifOf } = await import('../../slides/check/check-file.js');
  return JSON.stringify(sarifOf(files, version), null, 2);
}

function linesOf({ path, report: { findings, format } }: CheckedFile): string[] {
  const noun = format === 'pdf' ? 'page' : 'slide';
  return findings.map(({ severity, rule, slide, shape, message, remedy }) => {
    const place = [path, slide && `${noun} ${slide}`, shape].filter(Boolean).join(', ');
    return `${place}: ${severity} ${rule}: ${message} ${remedy}`;
  });
}

/** Names of shapes come from anywhere. */
const singleLine = (text: string): string => text.replace(/\p{C}+/gu, ' ');

function summaryOf({ path, report }: CheckedFile): string {
  const { counts, slides, format, editability } = report;
  const noun = format === 'pdf' ? 'page' : 'slide';
  const parts = (['error', 'warning', 'note'] satisfies Severity[]).map((each) => counted(counts[each], each));
  const reason = editability?.next === '' || editability === undefined ? '' : ` (${editability.next})`;
  const level = editability === undefined ? '' : ` Editability level ${editability.level} of 5${reason}.`;
  return `${path}: ${counted(slides, noun)}, ${parts.join(', ')}.${level}`;
}

const unwritable = (path: string) => (error: NodeJS.ErrnoException) => {
  throw badInput(`--output: ${path} cannot be written (${error.code}).`);
};
