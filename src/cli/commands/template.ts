import { readFile } from 'node:fs/promises';
import { Argument, type Command } from 'commander';
import { type CommonOptions, optionsOf } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { print, printJson } from '../terminal/terminal';

interface TemplateOptions extends CommonOptions {
  roles?: string;
}

const help = `
report: print the layouts of a .potx or .pptx file, their roles, and what cannot be used and why.`;

export function registerTemplate(program: Command): Command {
  return program
    .command('template')
    .description('use your own PowerPoint file as a template')
    .addArgument(new Argument('<action>', 'action to perform').choices(Object.keys(actions)))
    .argument('<file>', 'a .potx or .pptx file')
    .option('--roles <file>', 'JSON file that corrects the layout of a kind of slide: {"cover": 2}')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', help)
    .action(async (action: keyof typeof actions, file: string, _options, self: Command) => {
      await actions[action](file, optionsOf<TemplateOptions>(self));
    });
}

const actions = {
  report: async (path: string, { roles, json }: TemplateOptions) => {
    const { reportLines, reportTemplate } = await import('../../brand/report.js');
    const report = await asBadInput(async () => reportTemplate(await fileAt(path), await rolesAt(roles)));
    if (json) printJson(report);
    else for (const line of reportLines(report)) print(line);
  },
};

async function fileAt(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw badInput(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function rolesAt(path: string | undefined) {
  if (path === undefined) return {};
  const { parseRoles } = await import('../../brand/mapping.js');
  return parseRoles((await fileAt(path)).toString('utf8'));
}

/** A file that cannot be used is bad input, with the reason. */
async function asBadInput<Result>(work: () => Promise<Result>): Promise<Result> {
  const { BrandError } = await import('../../brand/brand-error.js');
  try {
    return await work();
  } catch (error) {
    throw error instanceof BrandError ? badInput(error.message) : error;
  }
}
