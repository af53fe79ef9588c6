/**
 * The rooms of the product, from the ground up. A room may import only the rooms that it names, which come before it. A
 * folder inside a room is a room of its own where `inside` lists it, by the same rules among its neighbours; `.` are the
 * files directly in the room. `types` are imports that disappear in the compiled code.
 */
export interface Room {
  name: string;
  /** From the package root. */
  folder: string;
  holds: string;
  imports: readonly string[];
  types?: readonly string[];
  /** The only packages and Node modules that it may import (default: all). `node:*` is all of Node. */
  packages?: readonly string[];
  /**
   * The files that other rooms may import, from the room's folder (default: all, for rooms that are a vocabulary). More
   * than `index` where a single file would load much that its importer does not need.
   */
  doors?: readonly string[];
  inside?: readonly Room[];
}

type Rest = Partial<Omit<Room, 'name' | 'holds' | 'imports'>>;

const room = (name: string, holds: string, imports: readonly string[], rest: Rest = {}): Room => ({
  name,
  folder: `src/${name}`,
  holds,
  imports,
  ...rest,
});

/** Gives the rooms inside a room their folders. */
const within = (outer: Room, ...inside: Room[]): Room => ({
  ...outer,
  inside: inside.map((each) => ({
    ...each,
    folder: each.name === '.' ? outer.folder : `${outer.folder}/${each.name}`,
  })),
});

export const ladder: readonly Room[] = [
  within(
    room('base', 'Helpers that know nothing of decks.', []),
    room('text', 'Character and text helpers: unprintable characters, JSON depth. Pure.', [], { packages: [] }),
    room('io', 'Files, buckets, addresses, SQLite, encryption.', [], {
      packages: ['node:*', '@photostructure/sqlite', 'aws4fetch', 'undici'],
    }),
    room('threads', 'Worker threads behind a fair queue, with time and memory limits.', ['io']),
    room('audit', 'The audit log: signed lines in chains, their check and export, and the evidence next to files.', [
      'io',
    ]),
    room('edge', 'Access control for browsers: hosts, sessions, signed tokens.', ['io']),
  ),
  room(
    'core',
    'Values that workflows, activities and clients share: stages, formats, messages, IDs, queues.',
    ['base'],
    {
      packages: ['unhomoglyph/data.json', 'zod/mini'],
    },
  ),
  room(
    'contract',
    'The specification as data: the 31 endpoints, the signature, the compatibility profile.',
    ['base', 'core'],
    {
      packages: ['zod', 'node:crypto'],
    },
  ),
  room('config', 'Reads temporal.yaml: every setting with its default.', ['base', 'contract', 'core'], {
    doors: ['index'],
  }),
  room('outline', 'The text of a deck: grammar, reader, writer, tree, facts, comparison, limits. Pure.', [], {
    types: ['core'],
    packages: ['diff'],
  }),
  room('frames', 'Frames of decks from titles: the kinds of decks, and their prompts, tables, charts and timelines.', [
    'base',
    'core',
    'outline',
  ]),
  within(
    room('slides', 'Outlines and documents in; PPTX, PDF, images and findings out.', ['base', 'core', 'outline'], {
      doors: [
        'index',
        'brand/index',
        'brand/kinds',
        'brand/template-report',
        'check/index',
        'check/check-file',
        'import/index',
        'import/read-document',
        'import/warm-up',
        'render/index',
      ],
    }),
    room('errors', 'The error of slides.', []),
    room('render/deck', 'A laid-out deck as data, and its fonts.', []),
    room(
      'import',
      'Imports documents as outlines, with their images, and compares decks with their documents.',
      ['errors'],
      {
        types: ['render/deck'],
      },
    ),
    room('render/text', 'Measures, breaks and fits lines.', ['render/deck']),
    room('render/canvas', 'Collects the shapes of a slide.', ['render/text'], { types: ['render/deck'] }),
    room('render/templates', 'The templates: colors, fonts and motifs.', ['render/canvas', 'render/deck']),
    room('render/compose', 'Lays out the pages of an outline as slides.', [
      'render/canvas',
      'render/deck',
      'render/templates',
      'render/text',
    ]),
    room('render/pptx', 'Writes a laid-out deck as PPTX.', ['render/deck', 'render/text']),
    room(
      'brand',
      'Templates from PowerPoint files: reads them, reports on them and fills their placeholders.',
      ['import', 'render/compose', 'render/deck', 'render/pptx', 'render/templates', 'render/text'],
      { packages: ['saxes', 'sharp', 'zod', 'node:*'] },
    ),
    room('check', 'Checks PPTX and PDF files of any make.', ['brand', 'render/deck', 'render/text'], {
      packages: ['unpdf', 'node:*'],
    }),
    room('render', 'Renders decks as PPTX, PDF and images, in every template.', [
      'brand',
      'errors',
      'render/compose',
      'render/deck',
      'render/pptx',
      'render/templates',
      'render/text',
    ]),
    room(
      '.',
      'The library: its functions, types and error.',
      ['brand', 'check', 'errors', 'import', 'render', 'render/templates'],
      { types: ['render/deck'] },
    ),
  ),
  within(
    room('client', 'Calls to the generation service.', ['base', 'config', 'contract', 'core'], {
      doors: ['index', 'account/index', 'conformance/index'],
    }),
    room('.', 'The client: requests, streams, answers, errors.', []),
    room('account', 'The configured client: credentials, tokens, allowed addresses.', ['.']),
    room('conformance', 'Judges a service by the specification alone, and records its traffic.', ['.'], {
      packages: ['node:*', 'eventsource-parser', 'fflate'],
    }),
  ),
  within(
    room(
      'temporal',
      'Temporal: server, connections, encryption, workflow bundles, telemetry.',
      ['base', 'config', 'contract', 'core'],
      { types: ['client'] },
    ),
    room('telemetry', 'Metrics, traces, health and logs without secrets.', []),
    room('.', 'The server, connections, encryption and bundles.', ['telemetry']),
    room('codec-server', 'Decrypts payloads for the Temporal UI.', ['.']),
  ),
  within(
    room(
      'service',
      'The embedded service: the 31 endpoints, their jobs, and who writes the texts.',
      ['base', 'config', 'contract', 'core', 'frames', 'outline', 'slides', 'temporal'],
      {
        doors: [
          'service',
          'brands/registry',
          'http/accounts',
          'images/stored-images',
          'jobs/housekeeping',
          'people/stored-people',
          'testing/index',
        ],
      },
    ),
    room('writer', 'The interface of a writer.', []),
    room('writer/offline', 'Writes frames.', ['writer']),
    room('writer/openai', 'Writes them with a language model.', ['writer']),
    room('writer/topics', 'Decks on preset topics.', []),
    room('domain', 'Rules of the service without rows or files: names, times, layouts.', []),
    room('options', 'The advanced options of a task.', [], { types: ['writer'] }),
    room('store', 'The rows, in SQLite or PostgreSQL, and the leases in them.', []),
    room('files', 'The files, in a directory or S3, and their links.', []),
    room('brands', 'Registers PowerPoint files as templates of an account.', ['files', 'store']),
    room('texts', 'Parses external text, long text in a thread.', ['writer/offline']),
    room(
      'context',
      'The caller, the services that handlers and jobs use, and the images of an account.',
      ['files', 'store'],
      {
        types: ['domain', 'texts', 'writer'],
      },
    ),
    room('images', 'Reads the images of an account in the stores, outside of the service.', [
      'context',
      'files',
      'store',
    ]),
    room('people', 'What is kept about people: sizes, export and erasure, outside of the service.', ['files', 'store']),
    room('generation', 'Generates and stores outlines, content and designs.', [
      'context',
      'domain',
      'files',
      'options',
      'store',
      'texts',
      'writer',
      'writer/offline',
      'writer/openai',
    ]),
    room('jobs', 'The jobs of the service: workflows, activities, their worker and their start.', [
      'context',
      'domain',
      'files',
      'generation',
      'store',
    ]),
    room('handlers', 'One function per endpoint.', [
      'context',
      'domain',
      'files',
      'generation',
      'options',
      'store',
      'writer/topics',
    ]),
    room('http', 'Decodes requests, calls handlers, encodes responses.', [
      'context',
      'files',
      'handlers',
      'store',
      'texts',
    ]),
    room('.', 'Assembles and starts the service.', [
      'context',
      'domain',
      'files',
      'generation',
      'http',
      'jobs',
      'store',
      'texts',
    ]),
    room(
      'testing',
      'Test controls: fault rules, clock, journal and snapshots under /_admin.',
      ['.', 'domain', 'http', 'store', 'writer'],
      { types: ['context'] },
    ),
  ),
  within(
    room('decks', 'The only gateway to decks: start, inspect, decide, list, batches, schedules; the public API.', [
      'base',
      'config',
      'core',
      'frames',
      'outline',
      'temporal',
    ]),
    room('documents', 'The document store: long texts by hash, in a directory or a bucket.', []),
    room('input', 'The input of a deck or batch, and the plan built from it.', ['documents']),
    room('api', 'The public TypeScript API.', ['input']),
    room('links', 'Signed links to the page of a deck and to the inbox.', [], { types: ['documents'] }),
    room('.', 'Start, inspect, decide, list, batches, schedules; one error type.', ['api', 'documents', 'input']),
  ),
  room(
    'web',
    'The web app, the HTTP API and their server.',
    ['base', 'client', 'config', 'contract', 'core', 'decks', 'frames', 'outline', 'service', 'slides', 'temporal'],
    { doors: ['server', 'gate', 'issued-tokens', 'scopes'] },
  ),
  within(
    room(
      'activities',
      'Activities: calls to the service, files, notifications.',
      ['base', 'client', 'config', 'contract', 'core', 'decks', 'frames', 'outline', 'slides'],
      {
        folder: 'activities',
        types: ['temporal'],
        doors: ['index', 'notifications/receivers', 'notifications/test-receivers'],
      },
    ),
    room('notifications', 'Webhooks and email.', []),
    room('.', 'One file per group of endpoints, and what they share.', ['notifications']),
  ),
  room('workflows', 'Workflows of a deck, a batch and an export.', ['base', 'core', 'outline'], {
    folder: 'workflows',
    types: ['activities', 'decks'],
    doors: ['index'],
  }),
  within(
    room(
      'worker',
      'Processes: the worker, and everything in one.',
      ['activities', 'base', 'client', 'config', 'core', 'decks', 'service', 'slides', 'temporal', 'web'],
      {
        types: ['workflows'],
        doors: ['run-worker', 'replay', 'open-workflows', 'kept-data', 'erase-person', 'stack/stack', 'stack/run-file'],
      },
    ),
    room('.', 'The process that runs workflows and activities.', []),
    room('stack', 'Temporal, service, worker and review page in one process.', ['.']),
  ),
  room('mcp', 'Decks for assistants, over the Model Context Protocol.', ['base', 'core', 'decks', 'temporal'], {
    types: ['config'],
    doors: ['server', 'access'],
  }),
  within(
    room(
      'cli',
      'The command deck.',
      [
        'activities',
        'base',
        'client',
        'config',
        'contract',
        'core',
        'decks',
        'frames',
        'mcp',
        'outline',
        'service',
        'slides',
        'temporal',
        'web',
        'worker',
      ],
      { doors: [] },
    ),
    room('terminal', 'Terminal output, prompts and exit codes.', []),
    room('invocation', 'The context of a command: settings, running stack, interruption.', ['terminal']),
    room('connect', 'Connects a command to a cluster, decks, the service or a whole stack.', [
      'invocation',
      'terminal',
    ]),
    room('show', 'Decks as text, tables and boards.', ['connect', 'invocation', 'terminal']),
    room('input', 'Turns options and files into the input of a deck or batch.', ['invocation', 'terminal']),
    room('dialogs', 'Terminal dialogs for reviews and parked decks.', ['invocation', 'show', 'terminal']),
    room('checks', 'The checks of deck doctor and deck setup.', [], { types: ['invocation'] }),
    room('completion', 'Shell completion.', []),
    room('commands', 'One file per command.', [
      'checks',
      'completion',
      'connect',
      'dialogs',
      'input',
      'invocation',
      'show',
      'terminal',
    ]),
    room('.', 'Entry point and command list.', ['commands', 'terminal']),
  ),
];
