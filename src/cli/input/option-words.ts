/** The option that sets a field of the input. */
const OPTION_OF: Readonly<Record<string, string>> = {
  uid: '--uid',
  request: '--key',
  channel: '--channel',
  name: '--name',
  document: '--document',
  'document.treatment': '--treatment',
  slides: '--slides',
  facts: '--facts',
  kind: '--kind',
  audience: '--audience',
  remember: '--remember',
  topic: '--topic',
  markdown: '--markdown',
  from: '--from-task/--from-design',
  'from.taskId': '--from-task',
  'from.ticket': '--ticket',
  'from.designId': '--from-design',
  provider: '--provider',
  options: '--option',
  content: '--content',
  proLayout: '--pro-layout',
  template: '--template',
  'template.id': '--template',
  'template.type': '--template-type',
  'template.color': '--template-color',
  'template.style': '--style',
  'template.scene': '--scene',
  'template.enterprise': '--enterprise',
  'template.rank': '--rank',
  formats: '--format',
  edit: '--no-edit',
  zip: '--zip',
};

/** Fields that a message of their section names without it: `id cannot be combined with rank`. */
const NAMED_IN: Readonly<Record<string, RegExp>> = {
  template: /(?<![\w.-])(?:id|type|color|style|scene|enterprise|rank)(?![\w:])/g,
  from: /(?<![\w.-])(?:taskId|ticket|designId)(?![\w:])/g,
};

function optionOf(field: string): string | undefined {
  if (field.startsWith('settings.')) return `--set ${field.slice('settings.'.length)}`;
  return Object.hasOwn(OPTION_OF, field) ? OPTION_OF[field] : undefined;
}

/** Replaces the names of fields in validation errors by the options that set them. */
export function inOptions(message: string): string {
  return message.split('; ').map(clauseInOptions).join('; ');
}

function clauseInOptions(clause: string): string {
  const [, section] = /^(template|from): /.exec(clause) ?? [];
  const rest = section === undefined ? clause : clause.slice(section.length + 2);
  const named = section === undefined ? rest : rest.replace(NAMED_IN[section]!, (field) => `${section}.${field}`);
  const shown = named
    // The field that the message is about, then sections with a path. Other words may be no fields.
    .replace(/^(?:the )?([\w.]+)(?=(?::| is | must | contains ))/i, (word, field: string) => optionOf(field) ?? word)
    .replace(/\b(?:from|template|document|settings)\.[\w.]*\w/g, (path) => optionOf(path) ?? path);
  return section === undefined || shown.startsWith('--') ? shown : `${optionOf(section)}: ${shown}`;
}
