/**
 * The rooms of the product, from the bottom to the top: each may import only what it names here, and only rooms above it
 * in this list. Everything else is refused. `types` are imports that leave nothing in the compiled code.
 */
export interface Room {
  name: string;
  /** Folders, from the root of the package; the longest that fits decides. */
  folders: readonly string[];
  holds: string;
  imports: readonly string[];
  types?: readonly string[];
  /** The only packages and Node modules that it may import; everything when left out. `node:*` are all of Node. */
  packages?: readonly string[];
}

const room = (
  name: string,
  holds: string,
  imports: readonly string[],
  rest: Partial<Omit<Room, 'name' | 'holds' | 'imports'>> = {},
): Room => ({ name, folders: [`src/${name}`], holds, imports, ...rest });

export const ladder: readonly Room[] = [
  room('text', 'Characters and plain texts: what is unprintable, how deep JSON nests. Pure.', [], { packages: [] }),
  room('io', 'Node helpers that know nothing of decks: files, addresses, SQLite, secrets that are compared.', [], {
    packages: ['node:*', 'better-sqlite3'],
  }),
  room('contract', 'The specification as data: the 31 endpoints, the signature, the service profile.', [], {
    packages: ['zod', 'node:crypto'],
  }),
  room('core', 'What workflows, activities and clients share by value: stages, messages, ids, queues.', ['text'], {
    types: ['contract'],
    packages: [],
  }),
  room('outline', 'Outlines: grammar, reader, writer, tree, facts, comparison, limits.', [], {
    types: ['core'],
    packages: ['diff'],
  }),
  room('config', 'temporal.yaml: every setting with its default, and how it is read.', ['contract', 'core', 'io']),
  room('edge', 'What stands between a browser and our pages: hosts, sessions, signed links.', ['config', 'io'], {
    types: ['core'],
  }),
  room('documents', 'The document store: long texts by their hash.', ['io'], { types: ['config', 'core'] }),
  room('client', 'The client of the presentation service.', ['contract', 'io', 'text']),
  room('account', 'The client as the settings describe it: credentials, tokens, allowed addresses.', [
    'client',
    'config',
    'io',
  ]),
  room('input', 'What a deck is started with, and the plan that is made of it; batches of decks.', [
    'config',
    'core',
    'documents',
    'outline',
    'text',
  ]),
  room('threads', 'Worker threads behind a fair queue, with limits of time and memory.', ['contract', 'io']),
  room('import', 'Documents that people bring, read into outlines.', ['contract', 'outline']),
  room('render', 'Decks drawn: PowerPoint, PDF and pictures in every suit.', [
    'contract',
    'outline',
    'text',
    'threads',
  ]),
  room('writer', 'Outlines and contents written, offline or by a language model.', ['io', 'outline'], {
    types: ['import'],
  }),
  room('telemetry', 'Metrics, traces, health and logs without secrets.', ['config', 'contract', 'core', 'edge', 'io'], {
    types: ['client'],
  }),
  room('temporal', 'The Temporal server and connections to it, encryption, pre-built workflow code.', [
    'config',
    'core',
    'edge',
    'io',
    'telemetry',
  ]),
  room('api', 'What programs import.', ['core', 'input', 'temporal']),
  room('notifications', 'Webhooks and e-mails.', ['client', 'config', 'core', 'edge', 'text']),
  room(
    'activities',
    'Steps that touch the outside: calls to the service, files, notifications.',
    ['account', 'api', 'client', 'contract', 'core', 'documents', 'input', 'io', 'notifications', 'outline', 'text'],
    { folders: ['activities'], types: ['config', 'telemetry'] },
  ),
  room('workflows', 'The way of a deck, a batch and an export, as replayed code.', ['core', 'outline', 'text'], {
    folders: ['workflows'],
    types: ['activities', 'input'],
  }),
  room(
    'worker',
    'The process that runs workflows and activities.',
    ['account', 'activities', 'core', 'documents', 'notifications', 'telemetry', 'temporal'],
    { types: ['config', 'workflows'] },
  ),
  room(
    'service',
    'The presentation service; its jobs are workflows and activities of its own.',
    [
      'config',
      'contract',
      'edge',
      'import',
      'io',
      'outline',
      'render',
      'telemetry',
      'temporal',
      'text',
      'threads',
      'writer',
    ],
    { folders: ['src/service', 'activities/jobs', 'workflows/jobs'] },
  ),
  room('review', 'The review page and its server.', [
    'account',
    'api',
    'client',
    'config',
    'contract',
    'core',
    'documents',
    'edge',
    'io',
    'outline',
    'render',
    'temporal',
    'text',
    'threads',
  ]),
  room('codec-server', 'Decrypts payloads for the Temporal UI.', ['config', 'edge', 'io', 'temporal']),
  room('stack', 'Temporal, service, worker and review page in one process.', [
    'config',
    'io',
    'review',
    'service',
    'telemetry',
    'temporal',
    'worker',
  ]),
  room(
    'cli',
    'The command deck.',
    [
      'account',
      'api',
      'client',
      'codec-server',
      'config',
      'contract',
      'core',
      'documents',
      'edge',
      'input',
      'io',
      'notifications',
      'outline',
      'review',
      'service',
      'stack',
      'telemetry',
      'temporal',
      'text',
      'worker',
    ],
    { folders: ['src/cli', 'src/mcp'] },
  ),
];
