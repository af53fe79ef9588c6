/** Whether a statement of the specification is shown by a test, assumed where it says nothing, or not shown at all. */
export type CoverageState = 'implemented' | 'assumed' | 'not shown';

/** Who has shown it: S the specification, A and B several independent clients, C one, G our own choice. */
export type CoverageGrade = 'S' | 'A' | 'B' | 'C' | 'G';

export interface CoverageItem {
  item: string;
  state: CoverageState;
  grade: CoverageGrade;
  /** Key of `temporal.yaml` that carries the assumption. */
  setting?: string;
  /** A test that proves it, where no check of the suite does: file below `test/`, and a part of the test's title. */
  test?: readonly [file: string, title: string];
}

const WIRE = 'wire/service.test.ts';
const HOSTILE = 'service/hostile/credentials.test.ts';
const HTTP = 'service/http/authentication.test.ts';
const HANDLERS = 'service/handlers/designs.test.ts';
const JOBS = 'service/jobs/failed-job.test.ts';

/** Without a test, checks of the suite prove it. */
const stated = (item: string, ...test: [] | [file: string, title: string]): CoverageItem => ({
  item,
  state: 'implemented',
  grade: 'S',
  ...(test.length === 0 ? {} : { test }),
});
const assumed = (
  item: string,
  grade: CoverageGrade,
  setting?: string,
  test?: readonly [string, string],
): CoverageItem => ({
  item,
  state: 'assumed',
  grade,
  ...(setting === undefined ? {} : { setting }),
  ...(test === undefined ? {} : { test }),
});
const notShown = (item: string): CoverageItem => ({ item, state: 'not shown', grade: 'S' });

/** Every rule of the specification that is more than an endpoint's own line, by its parts and in its order. */
export const specificationRules: Readonly<Record<string, readonly CoverageItem[]>> = {
  'Resources and their fields': [
    stated('Envelope: code (integer, 0 is success), data, msg'),
    stated('Operations that return nothing answer an empty array'),
    stated('Pagination: total, current_page, page_size inside data, next to list'),
    assumed('page, page_size: 1 and 20 by default, 100 at most', 'B', 'profile.paging', [WIRE, 'takes these bytes']),
    stated('Token grant: api_key, uid, token, time_expire'),
    stated('Code grant: api_key, uid, code, time_expire'),
    assumed('Unit of time_expire: seconds from now', 'B', undefined, [HTTP, 'is answered %s, without a redirect']),
    stated('Task: id, title, type, api_key, created_at with offset'),
    stated('Task type 1: smart generation from a title'),
    assumed('Task type 3: imported word-processing document', 'B', 'profile.taskTypes'),
    assumed('Task types 7 and 8: pasted Markdown, preset topic', 'B', 'profile.taskTypes', [
      'service/handlers/written-tasks.test.ts',
      'is saved as a design directly',
    ]),
    assumed('Task type 11: free text, streamed by v2/word', 'C', 'profile.taskTypes', [
      'service/handlers/free-text.test.ts',
      'is streamed by the word endpoint',
    ]),
    assumed('senior_options: option ids by group, or a list of ids', 'B', undefined, [
      'service/handlers/options.test.ts',
      'change the deck',
    ]),
    assumed('Option ids of fixed forms: page 2–4, group 6–16, scene 18–38, tone 40–45', 'A', undefined, [
      'service/options/advanced-options.test.ts',
      'serves the ids that clients carry',
    ]),
    assumed('Everything else in senior_options is passed over', 'A', undefined, [
      'service/handlers/options.test.ts',
      'never cost a client its task',
    ]),
    assumed('Markdown without a # heading: the title sent is the heading', 'C', undefined, [
      'service/handlers/written-tasks.test.ts',
      'is taken %s',
    ]),
    assumed('Word import: sub_type 1 keep, 2 expand, 3 polish', 'B', 'profile.wordImport', [
      'service/handlers/word-import.test.ts',
      'expands what has no text only with a language model',
    ]),
    assumed('Other task types are listed and refused as not enabled', 'C', 'profile.enabledTaskTypes', [
      'service/handlers/written-tasks.test.ts',
      'a listed type that is not enabled is refused',
    ]),
    stated('Design in a list: twelve fields in their forms'),
    stated('Design detail: seven fields'),
    stated('Save result: id, name, cover_url, size'),
    stated('The design id and the export task identifier are different things'),
    stated('Template: id, protocol-relative cover_img'),
    stated('Filter options: colour, suit_style, suit_scene'),
    stated('Preset topic: id, title; detail with source and content'),
    stated('Advanced options: five groups by their keys'),
    stated('Child options: empty key, null children, one default a group'),
    stated('is_c appears on the page group'),
    stated('Outline tree: root returned directly, depth 1, parentId 0'),
    stated('sort: order among siblings from 0'),
    stated('lastLevel on leaf nodes'),
    assumed('Node types beyond title, catalog, ending', 'G', undefined, [
      'outline/outline-tree.test.ts',
      'unknown types keep their place',
    ]),
    stated('PPT tree: array of nodes, pageType on pages'),
    assumed('PPT tree: the pages of the file', 'G'),
    assumed('Meaning of pageType', 'G', 'profile.pageTypes', [HANDLERS, 'have a tree of their pages']),
    stated('Content check: status and content'),
    stated('User outline count: uid and count'),
    assumed('Unit of auto_delete_time: days left of 30', 'B', 'profile.trashDays'),
  ],
  'States and transitions': [
    stated('none → normal by save, in the design list'),
    stated('normal → deleted by delete, in the trash with delete_time'),
    stated('delete only of the own design'),
    stated('deleted → normal by revert'),
    stated('deleted → removed by clear, irreversible'),
    stated('normal → normal by rename'),
    stated('Positive auto_delete_time in the trash'),
    assumed('What has been in the trash long enough is cleared', 'G', 'profile.trashDays', [
      'service/jobs/housekeeping.test.ts',
      'clears designs whose days in the trash are over',
    ]),
    assumed('revert and clear only from the trash', 'G'),
    stated('Content check: status 2 carries the full content'),
    assumed('Content check: 1 generating, 3 failed', 'A', 'profile.contentCheck', [
      JOBS,
      'is a failed status of the content check',
    ]),
    stated('Export: identifier, then links once the file exists'),
    assumed('Export not finished: code 0, empty array, 导出中', 'A', 'profile.exportMessages', [
      HANDLERS,
      'say that an export runs',
    ]),
  ],
  'Endpoints, conventions': [
    stated('Header set A on all but the grants and the user count', HOSTILE, 'header set A with'),
    stated('Header set S on the grants and the user count', HOSTILE, 'header set S with'),
    stated('x-channel may carry an empty value'),
    stated('Every endpoint requires authentication', HOSTILE, 'header set A with'),
    stated('Forms url-encoded, task creation multipart, pro layout JSON', WIRE, 'takes these bytes'),
    stated('Outline and content of one provider share a task id'),
    stated('v2 content: ticket, then check'),
    stated('Only succeeded and complete content ends the title flow'),
    stated('Alternative content: one envelope with a code fence'),
    stated('Alternative provider: title route only'),
    stated('Pro layout answers an object with id'),
    stated('ppt-tree is not supported for pro-layout designs'),
    stated('Outline save takes the tree as JSON text'),
    stated('Outline save takes Markdown, type optional'),
    stated('Outline save answers an integer, 3'),
    stated('Outline save: content belongs to the same task as task_id'),
    stated('Template only with template_id and template_type'),
    stated(
      'Enterprise templates only where configured',
      'service/handlers/enterprise-templates.test.ts',
      'is refused their list and their use',
    ),
    stated('Template search by colour, style and ids'),
    assumed('Unknown system template: an existing one, the same for an id', 'C', undefined, [
      HANDLERS,
      'have an existing template in place of one',
    ]),
    assumed('order of the design list: 1 newest created, 2 last modified', 'B', 'profile.designOrder', [
      HANDLERS,
      'come in pages, in the order asked',
    ]),
    assumed('order of the design list: other values are refused', 'G', undefined, [HANDLERS, 'refuse %j']),
    assumed('format: pdf, png, jpeg in addition to ppt', 'B', 'profile.exportFormats', [
      HANDLERS,
      'are exported in every format',
    ]),
    assumed('layout_type: 1 standard, 2 pro', 'G', 'profile.layoutTypes', [
      'service/handlers/pro-layout.test.ts',
      'is chosen by the pro-layout task alone',
    ]),
    assumed('A pro-layout task is usable at once', 'G', undefined, [
      'service/handlers/pro-layout.test.ts',
      'is usable at once',
    ]),
    assumed('Template search takes scene_id and task_id too', 'B', undefined, [
      HANDLERS,
      'are found by what the filters',
    ]),
    assumed('Template search: the nearest templates where none meets every filter', 'C', undefined, [
      HANDLERS,
      'get a template for every combination',
    ]),
    assumed('Booleans in any case, 1 and 0', 'C', undefined, [
      'contract/wire-bounds.test.ts',
      'flags %j are read as %s',
    ]),
    assumed('User count of several users: uid repeated, 20 at most', 'B', 'profile.userCount', [
      HANDLERS,
      'count outlines per user, as text',
    ]),
    assumed('edit=false: pages as images', 'G', undefined, [HANDLERS, 'are exported with images']),
    assumed('Grant path with and without trailing slash', 'B'),
    {
      ...notShown('URL import, reference-document import, plain-file import, single page: 404 in an envelope'),
      test: ['service/http/tolerance.test.ts', 'answers unknown paths with 404'],
    },
  ],
  Authentication: [
    stated('The signed path ends with a slash'),
    stated('String to sign: METHOD@PATH@TIMESTAMP', HTTP, 'is answered %s, without a redirect'),
    stated('HMAC-SHA1 with the secret key, Base64 of the raw digest', HOSTILE, 'header set S with'),
    stated('x-timestamp is the signed one'),
    stated('The general rule applies to the user-count POST'),
    stated('One token per user'),
    stated('Key, token and channel of one chain'),
    stated('A code is for the front end, no token'),
    assumed('Timestamp skew: 300 s', 'G', 'server.signatureSkew', [HTTP, 'with %s is refused, with HTTP 200']),
    assumed('A second grant does not end the first token', 'B', undefined, [HTTP, 'is answered with every token']),
    {
      ...notShown('Use of x-code on other requests: none'),
      test: [HTTP, 'is not helped and not disturbed by an x-code'],
    },
  ],
  Events: [
    stated('text/event-stream with message events of {content}'),
    stated('close with api-close ends the stream'),
    stated('Fragments make up Markdown in a code fence'),
    assumed('Wire form: event:message, data:{…}, LF, blank line', 'B', undefined, [WIRE, 'takes these bytes']),
    assumed('Streams end within 60 s, however long their text', 'G', 'server.timing', [
      'service/domain/timing.test.ts',
      'leave a stream of %d fragments well within 60 s',
    ]),
    assumed('No line but the last event has the word close', 'A', undefined, [
      'service/http/stream.test.ts',
      'has the word of its last event',
    ]),
    assumed('error and filter events', 'B', undefined, ['service/http/stream.test.ts', 'says in an error event']),
    assumed('A failure before the first byte is an envelope', 'A'),
    notShown('Webhooks of the service'),
  ],
  Errors: [
    stated('A failure has a code that is not 0 and a reason'),
    stated('Authentication and signature failures are reported', HOSTILE, 'refuse it as'),
    assumed('Codes by kind of failure', 'C', 'profile.failures', [HOSTILE, 'refuse it as']),
    assumed('HTTP 200 around authentication failures', 'A', undefined, [HTTP, 'with %s is refused with HTTP 200']),
    assumed('Never a 5xx for what the client did', 'G', undefined, [
      'service/hostile/fuzz.test.ts',
      'never with a 5xx',
    ]),
    assumed('What belongs to others is answered as not found', 'C', undefined, [
      'service/hostile/cross-user.test.ts',
      'is answered like what does not exist',
    ]),
  ],
  Limits: [
    stated('time_expire of the grant is authoritative', HTTP, 'with an expired token is rejected with that reason'),
    assumed('Token 3 days, code 1 day', 'B', undefined, [HTTP, 'with an expired token is rejected with that reason']),
    assumed('Download links: 24 h', 'G', undefined, [
      'service/files/links.test.ts',
      'ends; the next answer has a new one',
    ]),
    assumed('32 MB uploads, 8 MB other bodies', 'G', 'server.limits', [
      'service/http/tolerance.test.ts',
      'is refused while it is read',
    ]),
    { ...notShown('Rate limits: none'), test: [HTTP, 'is answered however often it is made'] },
  ],
};
