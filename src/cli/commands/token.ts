import { type Command, Option } from 'commander';
import { parseDuration } from '../../config';
import { ApiTokens } from '../../decks/api-tokens';
import { type Scope, scopes } from '../../web/scopes';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { badInput } from '../terminal/exit';
import { print, printJson, say } from '../terminal/terminal';

interface CreateOptions extends CommonOptions {
  scope: Scope[];
  expires: number;
  name: string;
}

const LONGEST_NAME = 100;

export function registerToken(program: Command): Command {
  const token = program.command('token').description('tokens that let programs use the HTTP API of the review server');
  token
    .command('create')
    .description('create a token and print it; it cannot be printed again')
    .requiredOption('--name <name>', 'name of the program or person; decisions with the token carry it', nameOf)
    .addOption(new Option('--scope <scope...>', 'what the token allows').choices(scopes).makeOptionMandatory())
    .option('--expires <duration>', 'lifetime, such as 12h or "30 days"', lifetimeOf, 90 * 86_400_000)
    .option('--json', 'print {"token", "id", "name", "scopes", "createdAt", "expiresAt"} as one line of JSON')
    .action(async (_options, self: Command) => {
      const options = optionsOf<CreateOptions>(self);
      const created = await (await tokensOf(options)).create(options.name, options.scope, options.expires);
      if (options.json) return printJson({ token: created.token, ...created.entry });
      print(created.token);
      say(`Valid until ${created.entry.expiresAt}. To revoke it: deck token revoke ${created.entry.id}`);
    });
  token
    .command('list')
    .description('list tokens, without their secrets')
    .option('--json', 'print an array as one line of JSON')
    .action(async (_options, self: Command) => {
      const options = optionsOf<CommonOptions>(self);
      const tokens = await (await tokensOf(options)).list();
      if (options.json) return printJson(tokens);
      if (tokens.length === 0) say('No tokens.');
      for (const { id, name, scopes: held, expiresAt } of tokens) {
        print(`${id}  ${expiresAt.slice(0, 16)}Z  ${name}  ${held.join(' ')}`);
      }
    });
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<token>', 'ID or name of the token')
    .option('--json', 'print the token as one line of JSON')
    .action(async (named: string, _options, self: Command) => {
      const options = optionsOf<CommonOptions>(self);
      const revoked = await (await tokensOf(options)).revoke(named);
      if (options.json) printJson(revoked);
      else say(`Revoked the token ${revoked.id}: ${revoked.name}.`);
    });
  return token;
}

async function tokensOf(options: CommonOptions) {
  const { settings } = await openInvocation(options);
  return new ApiTokens(settings);
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > LONGEST_NAME) throw badInput(`--name must have 1 to ${LONGEST_NAME} characters.`);
  return name;
}

function lifetimeOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms < 60_000)
    throw badInput(`--expires takes a duration of at least 1m, such as 30d, not ${text}.`);
  return ms;
}
