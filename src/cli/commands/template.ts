import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Argument, type Command } from 'commander';
import { readFailure } from '../../base/io/read-failure';
import { serviceCredentials } from '../../config';
import { TEMPLATE_TYPE } from '../../contract/templates';
import type { TemplateReport } from '../../slides/brand';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { print, printJson, say } from '../terminal/terminal';

interface TemplateOptions extends CommonOptions {
  name?: string;
  roles?: string;
}

const help = `
report: print the layouts of a .potx or .pptx file, their roles, and what cannot be used and why.
add: register the file with the embedded generation service, for --template ID --template-type 2.
list: print the registered files.
show: print the report of a registered file, by its name or ID, with its corrected layouts.
remove: no longer offer a file, by its name or ID. Decks begun with it are finished with it.`;

export function registerTemplate(program: Command): Command {
  return program
    .command('template')
    .description('use your own PowerPoint file as a template')
    .addArgument(new Argument('<action>', 'action to perform').choices(Object.keys(actions)))
    .argument('[file]', 'a .potx or .pptx file, for report and add; a name or ID, for show and remove')
    .option('--name <name>', 'name of the template, for add (default: the name of the file)')
    .option('--roles <file>', 'JSON file that corrects the layout of a kind of slide: {"cover": 2}')
    .option('--json', 'print one line of JSON')
    .addHelpText('after', help)
    .action(async (action: keyof typeof actions, file: string | undefined, _options, self: Command) => {
      const options = optionsOf<TemplateOptions>(self);
      if (action !== 'add' && options.name !== undefined) throw badInput('--name can only be used with add.');
      if (action !== 'report' && action !== 'add' && options.roles !== undefined)
        throw badInput('--roles can only be used with report or add.');
      if (action === 'list' && file !== undefined) throw badInput('deck template list takes no file.');
      await actions[action](file ?? '', options);
    });
}

const actions = {
  report: async (path: string, { roles, json }: TemplateOptions) => {
    const { reportInThread } = await import('../../slides/brand/index.js');
    const read = async () => reportInThread('report', await fileAt(path), await rolesAt(roles));
    await printReport(await asBadInput(read), json);
  },
  add: async (path: string, options: TemplateOptions) => {
    const { place, apiKey } = await embeddedService(options);
    const { reportInThread } = await import('../../slides/brand/index.js');
    const { registerTemplate: register } = await import('../../service/brands/registry.js');
    const file = await fileAt(path);
    const name = (options.name ?? basename(path, extname(path))).trim().slice(0, LONGEST_NAME);
    if (name === '') throw badInput('The name is empty.');
    const roles = await asBadInput(() => rolesAt(options.roles));
    const added = await asBadInput(() => register(place, { apiKey, name, file, roles }));
    if (options.json) return printJson(added);
    const report = await reportInThread('report', file, roles);
    for (const each of report.removed) say(`Not in decks: ${each}`);
    print(`Template ${added.id} added: ${added.name}. To use it:`);
    print(`  deck run "Coral reefs" --template ${added.id} --template-type ${TEMPLATE_TYPE.enterprise}`);
  },
  list: async (_path: string, options: TemplateOptions) => {
    const { place, apiKey } = await embeddedService(options);
    const { listTemplates } = await import('../../service/brands/registry.js');
    const templates = await listTemplates(place, apiKey);
    if (options.json) return printJson(templates);
    if (templates.length === 0) say('No templates. To add one: deck template add brand.potx');
    for (const { id, name } of templates) {
      print(`  --template ${id} --template-type ${TEMPLATE_TYPE.enterprise}  ${name}`);
    }
  },
  show: async (named: string, options: TemplateOptions) => {
    const { place, apiKey, template } = await registered('show', named, options);
    const { reportRegistered } = await import('../../service/brands/registry.js');
    const shown = await asBadInput(async () => reportRegistered(place, { apiKey, id: template.id }));
    if (!shown) throw badInput(`There is no template ${named} any more.`);
    await printReport(shown.report, options.json);
  },
  remove: async (named: string, options: TemplateOptions) => {
    const { place, apiKey, template } = await registered('remove', named, options);
    const { removeTemplate } = await import('../../service/brands/registry.js');
    await removeTemplate(place, { apiKey, id: template.id });
    if (options.json) printJson(template);
    else print(`Template ${template.id} removed: ${template.name}. Adding the same file again brings it back.`);
  },
};

async function printReport(report: TemplateReport, json: boolean | undefined): Promise<void> {
  if (json) return printJson(report);
  const { reportLines } = await import('../../slides/brand/index.js');
  for (const line of reportLines(report)) print(line);
}

async function registered(action: string, named: string, options: TemplateOptions) {
  if (named === '') throw badInput(`The name or ID is missing. Example: deck template ${action} "Acme"`);
  const { place, apiKey } = await embeddedService(options);
  const { listTemplates } = await import('../../service/brands/registry.js');
  return { place, apiKey, template: oneNamed(await listTemplates(place, apiKey), named) };
}

/** The only template with an ID or a name. */
function oneNamed<Template extends { id: number; name: string }>(templates: Template[], named: string): Template {
  const found = templates.filter(({ id, name }) => String(id) === named || name === named);
  if (found.length > 1) {
    throw badInput(
      `${found.length} templates have the name ${named}. Use an ID: ${found.map(({ id }) => id).join(', ')}.`,
    );
  }
  if (found[0]) return found[0];
  const names = templates.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw badInput(`There is no template ${named}. ${names === '' ? 'No file is registered.' : `Registered: ${names}.`}`);
}

const LONGEST_NAME = 100;

/** The stores of the embedded service and the account of the settings. */
async function embeddedService(options: CommonOptions) {
  const { configured } = await openInvocation(options);
  if (configured.service.baseUrl !== null) {
    throw badInput(
      'service.baseUrl names another generation service. Run this command with the settings of that service.',
    );
  }
  return { place: configured, apiKey: serviceCredentials(configured, process.env).apiKey };
}

async function fileAt(path: string): Promise<Buffer> {
  if (path === '') throw badInput('The file is missing. Example: deck template report brand.potx');
  try {
    return await readFile(path);
  } catch (error) {
    throw badInput(`${path} ${readFailure(error)}.`);
  }
}

async function rolesAt(path: string | undefined) {
  if (path === undefined) return {};
  const { parseRoles } = await import('../../slides/brand/index.js');
  return parseRoles((await fileAt(path)).toString('utf8'));
}

/** A file that cannot be used is bad input, with the reason. */
async function asBadInput<Result>(work: () => Promise<Result>): Promise<Result> {
  const { BrandError } = await import('../../slides/brand/index.js');
  try {
    return await work();
  } catch (error) {
    throw error instanceof BrandError ? badInput(error.message) : error;
  }
}
