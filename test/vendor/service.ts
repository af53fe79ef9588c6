import type { IncomingMessage } from 'node:http';
import { powerpoint } from './files';
import { contentOf, outlineOf, treeOf } from './texts';

/**
 * A generation service of another vendor, written from the specification alone. Where the specification is silent, it
 * chooses otherwise than the embedded service. Each user can have a service that behaves differently.
 */

export const endpoints = {
  '/api/grant/token': 'grant',
  '/api/ai/chat/v2/task': 'task',
  '/api/ai/chat/outline': 'outline',
  '/api/ai/chat/content': 'content',
  '/api/ai/chat/wx/outline': 'wxOutline',
  '/api/ai/chat/wx/content': 'wxContent',
  '/api/ai/chat/v2/word': 'word',
  '/api/ai/chat/v2/content': 'ticket',
  '/api/ai/chat/v2/content/check': 'check',
  '/api/ai/pro/layout/add': 'layout',
  '/api/generate/data': 'tree',
  '/api/ai/chat/v2/outline/save': 'edit',
  '/api/ai/chat/senior/option': 'options',
  '/api/ai/chat/config/detail': 'topic',
  '/api/template_component/suit/select': 'filters',
  '/api/template_component/suit/search': 'suits',
  '/api/template_component/enterprise/suit/list': 'enterprise',
  '/api/design/v2/save': 'design',
  '/api/design/list': 'designs',
  '/api/design/info': 'info',
  '/api/download/export/file': 'export',
  '/api/download/export/file/result': 'result',
} as const;
export type Endpoint = (typeof endpoints)[keyof typeof endpoints] | 'file';

export type Fields = Record<string, unknown>;

/** What is sent for one call: `json`, unless a body is given. */
export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** The envelope. A bigint is written as a number. */
  json?: Fields;
  /** Markdown that is sent as an event stream. */
  text?: string;
  body?: string | Buffer | undefined;
  /** Pieces of a body, sent one after the other. */
  parts?: readonly (string | Buffer)[];
  /** `reset`: the connection ends instead of an answer. `cut`: it ends after the parts. `open`: it stays open. */
  end?: 'reset' | 'cut' | 'open';
  afterMs?: number;
}

export interface Call {
  endpoint: Endpoint;
  /** How often this user has called the endpoint, from 1. */
  nth: number;
  user: User;
  params: Record<string, string>;
  request: IncomingMessage;
}

type IdKind = 'task' | 'design' | 'suit' | 'ticket' | 'export' | 'node' | 'layout';
type PerEndpoint<Value> = Partial<Record<Endpoint | 'any', Value>>;

/** How the service of a user differs. */
export interface Behavior {
  /** An answer without doing anything; undefined to serve the call. */
  instead?: PerEndpoint<(call: Call) => Answer | undefined>;
  /** Changes what is sent after a call was served. */
  answers?: PerEndpoint<(answer: Answer, call: Call) => Answer>;
  /** Other ids; the service knows its resources by them. */
  ids?: Partial<Record<IdKind, (id: number) => unknown>>;
  tokens?: {
    /** Calls that a token is good for (default: any number). */
    lasts?: number;
    /** Grants whose tokens are refused from the first call on. */
    dead?: number;
    /** A new token ends the earlier ones. */
    single?: boolean;
    refusal: Answer;
  };
  /** Designs that the user has from earlier, and how the list is sorted (default: newest first). */
  oldDesigns?: number;
  oldestFirst?: boolean;
}

export const kinds = ['task', 'outline', 'content', 'design', 'export'] as const;
/** Paid calls that the service has carried out. */
export type Paid = Record<(typeof kinds)[number], number>;

type Task = { id: unknown; title: string; outline?: string; full?: string };
type Design = { id: unknown; task?: Task; name: string };

/** What the service holds of a user. */
export interface User {
  uid: string;
  behaviors: readonly Behavior[];
  counts: Partial<Record<Endpoint, number>>;
  grants: number;
  paid: Paid;
  tokens: Map<string, number>;
  tasks: Map<string, Task>;
  tickets: Map<string, { task: Task; checks: number }>;
  designs: Design[];
  exports: Map<string, { looks: number }>;
}

export const ACCOUNT = { apiKey: 'ak-of-the-vendor', secretKey: 'sk-of-the-vendor' };
export const code = (number: unknown, msg: string, data: unknown = null): Answer => ({
  json: { code: number, msg, data },
});
const success = (data: unknown): Answer => ({ json: { code: 0, data, msg: 'ok', request_id: 'f3c1', cost_ms: 3 } });

export const tokenRules = ({ behaviors }: User) => behaviors.find(({ tokens }) => tokens)?.tokens;
export type Handlers = Record<Endpoint, (call: Call) => Answer>;

let last = 70_100_000;

function idOf(user: User, kind: IdKind): unknown {
  last += 7;
  const change = user.behaviors.find(({ ids }) => ids?.[kind] !== undefined)?.ids?.[kind];
  return change === undefined ? last : change(last);
}

export function addDesign(user: User, name: string, task?: Task): Design {
  const design = { id: idOf(user, 'design'), name, ...(task && { task }) };
  user.designs.push(design);
  return design;
}

/** Serves every endpoint that a deck needs. @param host where its files are */
export function serviceAt(host: () => string): Handlers {
  const linkOf = (user: User, key: string) =>
    `${host()}/files/${user.uid}/${encodeURIComponent(key)}.pptx?sign=a%2Fb%3D&t=1`;

  const described = ({ id, name }: Design) => {
    const time = '2026-01-02 03:04:05';
    const times = { storage_time: time, delete_time: '', auto_delete_time: 0, created_at: time, updated_at: time };
    const links = { cover_url: 'https://cdn.example/c.png', canvas_url: 'https://cdn.example/c', ai_data: '' };
    return { id, user_id: 9, name, ...links, size: '1280x720', ...times };
  };

  /** Serves a call about a task; refuses one about a task that the user does not have. */
  const about = (serve: (task: Task, call: Call) => Answer) => (call: Call) => {
    const task = call.user.tasks.get(call.params.task_id ?? call.params.text_id ?? '');
    return task === undefined ? code(61004, 'no such task') : serve(task, call);
  };
  const streamOutline = about((task, { user }) => {
    user.paid.outline += 1;
    task.outline = outlineOf(task.title);
    return { text: task.outline };
  });
  const writeContent = (task: Task, user: User): string => {
    user.paid.content += 1;
    task.full = contentOf(task.outline ?? outlineOf(task.title));
    return task.full;
  };
  const streamContent = about((task, { user }) => ({ text: writeContent(task, user) }));
  const page = (list: unknown[], { params }: Call): Answer => {
    const [current_page, page_size] = [Number(params.page ?? 1), Number(params.page_size ?? 10)];
    const shown = list.slice((current_page - 1) * page_size, current_page * page_size);
    return success({ list: shown, pagination: { total: list.length, current_page, page_size } });
  };
  const covers = (user: User) =>
    [1, 2, 3].map((hot) => ({ id: idOf(user, 'suit'), cover_img: `//cdn.example/${hot}.png`, hot }));
  const suits = (call: Call) => page(covers(call.user), call);
  const topic = (id: unknown) => ({ id, title: 'Tea', source: 2, content: outlineOf('Tea') });

  const grant = (call: Call): Answer => {
    const { user, params } = call;
    user.grants += 1;
    const token = `t.${user.uid}.${user.grants}`;
    const { dead = 0, lasts = Number.POSITIVE_INFINITY, single } = tokenRules(user) ?? {};
    if (single) for (const earlier of user.tokens.keys()) user.tokens.set(earlier, 0);
    user.tokens.set(token, user.grants <= dead ? 0 : lasts);
    return success({ api_key: ACCOUNT.apiKey, uid: params.uid, token, time_expire: 2_592_000, scope: 'all' });
  };

  return {
    grant,
    task({ user, params }) {
      user.paid.task += 1;
      const { title = params.file ?? 'Untitled', id } = params;
      const content = id ? topic(id).content : params.content;
      const task: Task = { id: idOf(user, 'task'), title, ...(content ? { outline: content, full: content } : {}) };
      user.tasks.set(String(task.id), task);
      const created_at = '2026-01-02T03:04:05+08:00';
      return success({ id: task.id, title, type: Number(params.type), api_key: ACCOUNT.apiKey, created_at, owner: 9 });
    },
    outline: streamOutline,
    wxOutline: streamOutline,
    content: streamContent,
    word: streamContent,
    wxContent: about((task, { user }) => success(`\`\`\`markdown\n${writeContent(task, user)}\n\`\`\``)),
    ticket: about((task, { user }) => {
      user.paid.content += 1;
      const ticket = String(idOf(user, 'ticket'));
      user.tickets.set(ticket, { task, checks: 0 });
      return success(idLike(user, 'ticket', ticket));
    }),
    check({ user, params }) {
      const job = user.tickets.get(params.ticket ?? '');
      if (job === undefined) return code(61005, 'no such ticket');
      job.checks += 1;
      if (job.checks === 1) return success({ status: 1, content: '', percent: 40 });
      job.task.full = contentOf(job.task.outline ?? outlineOf(job.task.title));
      return success({ status: 2, content: `\`\`\`markdown\n${job.task.full}\n\`\`\``, percent: 100 });
    },
    layout: about((_, { user }) => success({ id: idOf(user, 'layout') })),
    tree: about((task, { user }) => {
      const text = task.full ?? task.outline;
      return text === undefined ? code(61006, 'no outline yet') : success(treeOf(text, () => idOf(user, 'node')));
    }),
    edit: about((task, { params }) => {
      task.outline = params.content ?? '';
      delete task.full;
      return success(3);
    }),
    options() {
      const facts = { is_default: 0, is_c: 0, is_beta: 0 };
      const groups = ['page', 'group', 'scene', 'tone', 'language', 'text'].map((key, at) => {
        const leaf = { id: 500 + at, parent_id: 50 + at, name: `10-${15 + at}页`, key: '', ...facts, children: null };
        return { id: 50 + at, parent_id: 0, name: key, key, ...facts, children: [leaf] };
      });
      return success(groups);
    },
    topic: ({ params }) => success(topic(Number(params.id))),
    filters() {
      const colour = [{ id: 81, name: '红色', en_name: '', code: '#FF0000' }];
      return success({ colour, suit_style: [{ id: 82, title: '商务' }], suit_scene: [{ id: 83, title: '教育' }] });
    },
    suits,
    enterprise: suits,
    design: about((task, { user, params }) => {
      if (task.full === undefined) return code(61009, 'no content yet');
      user.paid.design += 1;
      const design = addDesign(user, params.name ?? task.title, task);
      return success({ id: design.id, name: design.name, cover_url: '', size: '1280x720', state: 'saved' });
    }),
    designs(call) {
      const { designs, behaviors } = call.user;
      const list = designs.map(described);
      return page(behaviors.some(({ oldestFirst }) => oldestFirst) ? list : list.reverse(), call);
    },
    info({ user, params }) {
      const design = user.designs.find(({ id }) => String(id) === params.user_design_id);
      if (design === undefined) return code(61007, 'no such design');
      return success({ ...described(design), task_id: design.task?.id ?? 4, version: 1 });
    },
    export({ user, params }) {
      if (!user.designs.some(({ id }) => String(id) === params.id)) return code(61007, 'no such design');
      user.paid.export += 1;
      const key = String(idOf(user, 'export'));
      user.exports.set(key, { looks: 0 });
      return success(idLike(user, 'export', key));
    },
    result({ user, params }) {
      const job = user.exports.get(params.task_key ?? '');
      if (job === undefined) return code(61008, 'no such export');
      job.looks += 1;
      return success(job.looks === 1 ? null : [linkOf(user, params.task_key!)]);
    },
    file: () => ({ body: powerpoint(), headers: { 'content-type': 'application/octet-stream' } }),
  };
}

/** Tickets and export keys are text unless the behavior of the user makes them something else. */
function idLike({ behaviors }: User, kind: IdKind, id: string): unknown {
  return behaviors.some(({ ids }) => ids?.[kind]) && /^\d+$/.test(id) ? BigInt(id) : id;
}

/** JSON with numbers that JavaScript cannot hold. */
export function written(value: unknown, space?: number): string {
  const marked = (_: string, each: unknown) => (typeof each === 'bigint' ? `@big:${each}@` : each);
  return (JSON.stringify(value, marked, space) ?? '').replace(/"@big:(-?\d+)@"/g, '$1');
}

/** Reads what {@link written} has written, and keeps its numbers. */
export function parsed(json: string): Fields {
  return JSON.parse(json.replace(/([:[,])(\d{16,})(?=[,}\]])/g, '$1"@big:$2@"'));
}
