import { type Command, Option } from 'commander';
import { counted } from '../../base/text/counted';
import { auditOptions } from '../../config';
import { type CommonOptions, openInvocation, optionsOf } from '../invocation/invocation';
import { CliError, exitCodes } from '../terminal/exit';
import { print, printJson, printJsonText, say } from '../terminal/terminal';

interface VerifyOptions extends CommonOptions {
  key: string[];
}

export function registerAudit(program: Command): Command {
  const audit = program.command('audit').description('the log of who saw and did what, and the evidence next to files');
  audit
    .command('verify')
    .description('check every line of the log, or the evidence of a delivered file')
    .argument('[file]', 'a delivered file, or decisions.json next to it (default: the log in the data directory)')
    .option('--key <key>', 'also accept this public key, of another host or an earlier secret', collected, [])
    .option('--json', 'print the result as one line of JSON')
    .action((file: string | undefined, _options, self: Command) => verify(file, optionsOf<VerifyOptions>(self)));
  audit
    .command('export')
    .description('print the entries of the log, each once')
    .addOption(
      new Option('--format <format>', 'as they are, or as OCSF API Activity')
        .choices(['jsonl', 'ocsf'])
        .default('jsonl'),
    )
    .action(async (_options, self: Command) => {
      const options = optionsOf<CommonOptions & { format: 'jsonl' | 'ocsf' }>(self);
      const { entriesOf, ocsfOf } = await import('../../base/audit/export-log.js');
      const { directory } = await optionsOfLog(options);
      const version = program.version() ?? '';
      for await (const entry of entriesOf(directory)) {
        printJsonText(`${JSON.stringify(options.format === 'ocsf' ? ocsfOf(entry, version) : entry)}\n`);
      }
    });
  return audit;
}

const collected = (key: string, keys: string[]) => [...keys, key];

async function optionsOfLog(options: CommonOptions) {
  return auditOptions((await openInvocation(options)).settings);
}

async function verify(file: string | undefined, options: VerifyOptions): Promise<void> {
  const { directory, key } = await optionsOfLog(options);
  const isKnown = (each: string) => each === key.publicKey || options.key.includes(each);
  const { faults, report, lines, unknown } =
    file === undefined ? await logVerdict(directory, isKnown) : await fileVerdict(file, isKnown);
  if (options.json)
    printJson({ ...report, publicKey: key.publicKey, intact: faults.length === 0 && unknown.length === 0 });
  else {
    print(...lines);
    for (const fault of faults) print(fault);
    say(`The public key of this installation is ${key.publicKey}.`);
  }
  if (faults.length > 0)
    throw new CliError(exitCodes.failure, `${counted(faults.length, 'fault')}: this is not as it was written.`);
  if (unknown.length > 0)
    throw new CliError(
      exitCodes.failure,
      `Signed by ${unknown.join(', ')}, which is not the key of this installation. If it is that of another host or an earlier secret, accept it with --key.`,
    );
}

async function logVerdict(directory: string, isKnown: (key: string) => boolean) {
  const { verifyLog } = await import('../../base/audit/verify-log.js');
  const verdict = await verifyLog(directory, isKnown);
  const { entries, chains, unknownKeys } = verdict;
  return {
    report: verdict,
    faults: verdict.faults.map(({ place, what }) => `${place}: ${what}`),
    unknown: unknownKeys,
    lines: [`${counted(entries, 'entry', 'entries')} of ${counted(chains, 'process', 'processes')} in ${directory}`],
  };
}

async function fileVerdict(file: string, isKnown: (key: string) => boolean) {
  const { verifyEvidence } = await import('../../base/audit/evidence-file.js');
  const verdict = await verifyEvidence(file).catch((error: Error) => {
    throw new CliError(exitCodes.failure, `${error.message}.`);
  });
  const { evidence, deck, approved, key, faults } = verdict;
  return {
    report: verdict,
    faults,
    unknown: key === undefined || isKnown(key) ? [] : [key],
    lines: [
      `${evidence}${deck === undefined ? '' : `: ${deck}`}`,
      ...approved.map(
        ({ gate, revision, sha256, by, at, verified }) =>
          `  ${gate} revision ${revision}, SHA-256 ${sha256}, approved by ${by}${verified === false ? ' (unverified)' : ''} at ${at}`,
      ),
    ],
  };
}
