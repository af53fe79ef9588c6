/** Where in the settings something is wrong; line and column count from 1. */
export interface SettingsProblem {
  /** Dotted key, such as `workflow.polling.steps.1`; empty when the file as a whole is meant. */
  key: string;
  sentence: string;
  line?: number;
  column?: number;
}

/** Settings that cannot be used. The message is one sentence for a person, never with a secret in it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly file: string | undefined;
  /** All that was found, in the order of the file; the message speaks of the first. */
  readonly problems: readonly SettingsProblem[];

  constructor(file: string | undefined, problems: [SettingsProblem, ...SettingsProblem[]]) {
    const [first, ...others] = problems;
    const place = [file, first.line, first.column].filter((part) => part !== undefined).join(':');
    const sentence =
      others.length === 0 ? first.sentence : first.sentence.replace(/\.?$/, ` (and ${others.length} more).`);
    super(place === '' ? sentence : `${place}: ${sentence}`);
    this.file = file;
    this.problems = problems;
  }

  get key(): string {
    return this.problems[0]!.key;
  }
}
