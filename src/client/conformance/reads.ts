import type { Bench } from './bench';
import { NO_ID } from './credentials';
import { exactly, filled, filledList, has, integer, is, type Json, list, matching, must, text } from './expect';
import { refused, succeeded } from './integrator';
import type { Check } from './suite';

const SEARCH = '/api/template_component/suit/search';
const ENTERPRISE = '/api/template_component/enterprise/suit/list';
const TOPICS = '/api/ai/chat/config/list';

const data = (bench: Bench, path: string, query = {}) => bench.user().then((user) => succeeded(user.get(path, query)));
const options = (bench: Bench): Promise<Json[]> =>
  bench.shared('options', async () => is('the options', await data(bench, '/api/ai/chat/senior/option'), filledList));
const filters = (bench: Bench): Promise<Json> =>
  bench.shared('filters', () => data(bench, '/api/template_component/suit/select'));

/** @throws Mismatch if data is not one page of a list. */
export function isPage(what: string, page: Json, block: Record<string, number> = {}): Json[] {
  const fields = { total: integer, current_page: integer, page_size: integer };
  const wanted = Object.entries(block).map(([name, value]) => [name, exactly(value)] as const);
  has(`pagination of ${what}`, has(what, page, { list }).pagination, { ...fields, ...Object.fromEntries(wanted) });
  return page.list;
}

export const reads: readonly Check[] = [
  {
    title: 'advanced options have the groups page, group, scene, tone and language',
    rules: ['Advanced options: five groups by their keys'],
    async run(bench) {
      const groups = await options(bench);
      for (const group of groups)
        has('an option group', group, { id: integer, parent_id: exactly(0), name: filled, children: filledList });
      const keys = groups.map(({ key }) => key);
      for (const key of ['page', 'group', 'scene', 'tone', 'language'])
        must(keys.includes(key), `a group with the key ${key}`, keys);
    },
  },
  {
    title: 'a child option has its group as parent, an empty key and null children; a group has one default',
    rules: ['Child options: empty key, null children, one default a group'],
    async run(bench) {
      for (const { id, key, children } of await options(bench)) {
        const fields = { id: integer, parent_id: exactly(id), name: filled, key: exactly(''), is_beta: integer };
        for (const child of children) has('an option', child, { ...fields, children: exactly(null) });
        const defaults = children.filter(({ is_default }: Json) => is_default === 1);
        must(defaults.length === 1, `one default in the group ${key}`, defaults.length);
      }
    },
  },
  {
    title: 'is_c appears on the page group',
    rules: ['is_c appears on the page group'],
    async run(bench) {
      const page = (await options(bench)).find(({ key }) => key === 'page');
      has('the page group', page, { is_c: integer });
    },
  },
  {
    title: 'template filters are colors with a #RRGGBB code, styles and scenes',
    rules: ['Filter options: colour, suit_style, suit_scene'],
    async run(bench) {
      const { colour, suit_style, suit_scene } = has('the filters', await filters(bench), {
        colour: filledList,
        suit_style: filledList,
        suit_scene: filledList,
      });
      const code = matching('a color as #RRGGBB', /^#[0-9a-f]{6}$/i);
      for (const each of colour) has('a color', each, { id: integer, name: filled, en_name: text, code });
      for (const each of [...suit_style, ...suit_scene]) has('a style or scene', each, { id: integer, title: filled });
    },
  },
  {
    title: 'a template is an id and a protocol-relative cover_img',
    rules: ['Template: id, protocol-relative cover_img'],
    async run(bench) {
      const templates = isPage('the templates', await data(bench, SEARCH, { page: 1, page_size: 3 }));
      must(templates.length > 0, 'templates', templates);
      const cover_img = matching('a URL that begins with //', /^\/\/[^/]/);
      for (const each of templates) has('a template', each, { id: integer, cover_img });
    },
  },
  {
    title: 'data contains a list and its pagination; page and page_size are obeyed',
    rules: ['Pagination: total, current_page, page_size inside data, next to list'],
    async run(bench) {
      const pageOf = async (page: number) => {
        const block = { current_page: page, page_size: 1 };
        return isPage(`page ${page}`, await data(bench, SEARCH, { page, page_size: 1 }), block);
      };
      const first = await pageOf(1);
      const [other] = await pageOf(2);
      must(first.length === 1, 'one template on a page of size 1', first);
      must(other?.id !== first[0].id, 'another template on the second page', other);
    },
  },
  {
    title: 'templates are searched by colour_id, style_id and suit_ids',
    rules: ['Template search by colour, style and ids'],
    async run(bench) {
      const total = async (query = {}): Promise<number> =>
        (await data(bench, SEARCH, { page: 1, page_size: 1, ...query })).pagination.total;
      const all = await total();
      const { colour, suit_style } = await filters(bench);
      for (const [field, choices] of [
        ['colour_id', colour],
        ['style_id', suit_style],
      ] as const) {
        if (choices.length < 2) continue;
        const totals: number[] = [];
        for (const { id } of choices.slice(0, 3)) totals.push(await total({ [field]: id }));
        must(
          totals.some((each) => each < all),
          `${field} to find fewer than all ${all} templates`,
          totals,
        );
      }
      const two = (await data(bench, SEARCH, { page: 1, page_size: 2 })).list.map(({ id }: Json) => id).sort();
      const found = (await data(bench, SEARCH, { suit_ids: two.join(',') })).list.map(({ id }: Json) => id).sort();
      is('the templates found by suit_ids', found, exactly(two));
    },
  },
  {
    title: 'enterprise templates are a list where configured, and a refusal with a reason where not',
    rules: ['Enterprise templates only where configured'],
    async run(bench) {
      const user = await bench.user();
      const reply = await user.get(ENTERPRISE);
      if (reply.code === 0) isPage('the enterprise templates', reply.data);
      else await refused('the list', Promise.resolve(reply));
    },
  },
  {
    title: 'the design list and the trash are pages of designs',
    rules: ['Pagination: total, current_page, page_size inside data, next to list'],
    async run(bench) {
      for (const path of ['/api/design/list', '/api/design/del/list'])
        isPage(path, await data(bench, path, { page: 1, page_size: 5 }), { current_page: 1, page_size: 5 });
    },
  },
  {
    title: 'preset topics are a page of id and title; the detail has source and Markdown content, too',
    rules: ['Preset topic: id, title; detail with source and content'],
    async run(bench) {
      const topics = isPage('the topics', await data(bench, TOPICS, { page: 1, page_size: 2 }));
      must(topics.length > 0, 'preset topics', topics);
      const content = matching('Markdown with a title', /^(?:```\w*\n)?# /);
      for (const topic of topics) {
        const { id, title } = has('a topic', topic, { id: integer, title: filled });
        const detail = await data(bench, '/api/ai/chat/config/detail', { id });
        has('the detail of a topic', detail, { id: exactly(id), title: exactly(title), source: integer, content });
      }
    },
  },
  {
    title: 'a ticket, an export and the tree of a design that do not exist are refused',
    rules: ['A failure has a code that is not 0 and a reason'],
    async run(bench) {
      const user = await bench.user();
      await refused('the ticket', user.get('/api/ai/chat/v2/content/check', { ticket: 'no-such-ticket' }));
      await refused('the export', user.form('/api/download/export/file/result', { task_key: 'no-such-export' }));
      await refused('the tree', user.form('/api/generate/ppt-tree', { design_id: NO_ID }));
    },
  },
];
