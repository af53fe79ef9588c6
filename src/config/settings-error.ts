/** A validation error and its position. Lines and columns start at 1. */
export interface SettingsProblem {
  /** Dotted key, such as `workflow.polling.steps.1`; empty for the whole file. */
  key: string;
  sentence: string;
  line?: number;
  column?: number;
}

/** Invalid settings. The message is for people and never contains a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly file: string | undefined;
  /** All problems in the order of the file. The message contains the first. */
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
