import type { Bench } from './bench';
import { design, exported, file, NAME, proDesign, second, task } from './created';
import { otherUser } from './credentials';
import {
  dateTime,
  exactly,
  filled,
  filledList,
  has,
  integer,
  is,
  type Json,
  link,
  list,
  matching,
  must,
  positive,
  size,
  text,
} from './expect';
import { type Reply, refused, succeeded } from './integrator';
import type { Check } from './suite';

const LIST = '/api/design/list';
const TRASH = '/api/design/del/list';
const ACTS = ['delete', 'revert', 'clear', 'save/name'] as const;

const form = async (bench: Bench, path: string, fields: Record<string, string | number>): Promise<Reply> =>
  (await bench.user()).form(path, fields);
const act = (bench: Bench, verb: (typeof ACTS)[number], id: number, name = 'x'): Promise<Reply> =>
  form(bench, `/api/design/${verb}`, { user_design_id: id, ...(verb === 'save/name' ? { name } : {}) });
const done = async (bench: Bench, verb: (typeof ACTS)[number], id: number) =>
  is(`data of ${verb}`, await succeeded(act(bench, verb, id)), exactly([]));
const listed = async (bench: Bench, path: string, id: number): Promise<Json> => {
  const page = await succeeded((await bench.user()).get(path, { page: 1, page_size: 100 }));
  return page.list.find((each: Json) => each.id === id);
};
const tree = (bench: Bench, id: number) => form(bench, '/api/generate/ppt-tree', { design_id: id });

const creating: readonly Omit<Check, 'creates'>[] = [
  {
    title: 'design save answers id, name, cover_url and size as <width>x<height>',
    rules: ['Save result: id, name, cover_url, size'],
    async run(bench) {
      has('the design', await design(bench), { id: positive, name: exactly(NAME), cover_url: link, size });
    },
  },
  {
    title: 'a design is saved with template_id and template_type; template_id alone is not an error',
    rules: ['Template only with template_id and template_type'],
    async run(bench) {
      has('the design', await second(bench), { name: exactly(NAME) });
    },
  },
  {
    title: 'a design in the list has every field, an empty delete_time and auto_delete_time 0',
    rules: ['Design in a list: twelve fields in their forms', 'none → normal by save, in the design list'],
    async run(bench) {
      const { id } = await design(bench);
      has('the listed design', await listed(bench, LIST, id), {
        user_id: integer,
        name: text,
        cover_url: link,
        size,
        canvas_url: link,
        ai_data: link,
        storage_time: dateTime,
        delete_time: exactly(''),
        auto_delete_time: exactly(0),
        created_at: dateTime,
        updated_at: dateTime,
      });
    },
  },
  {
    title: 'cover_url, canvas_url and ai_data are addresses of files',
    rules: ['Design in a list: twelve fields in their forms'],
    async run(bench) {
      const one = await listed(bench, LIST, (await design(bench)).id);
      for (const field of ['cover_url', 'canvas_url', 'ai_data']) {
        const { size: bytes } = await (await bench.user()).file(is(field, one?.[field], link));
        must(bytes > 50, `a file at ${field}`, `${bytes} bytes`);
      }
    },
  },
  {
    title: 'the detail has id, name, cover_url, task_id, created_at, storage_time and version',
    rules: ['Design detail: seven fields'],
    async run(bench) {
      const { id } = await design(bench);
      has('the detail', await succeeded((await bench.user()).get('/api/design/info', { user_design_id: id })), {
        id: exactly(id),
        name: text,
        cover_url: link,
        task_id: exactly((await task(bench)).id),
        created_at: dateTime,
        storage_time: dateTime,
        version: integer,
      });
    },
  },
  {
    title: 'rename answers an object with the name, and the list has it',
    rules: ['normal → normal by rename'],
    async run(bench) {
      const { id } = await design(bench);
      has('data', await succeeded(act(bench, 'save/name', id, '新的名字')), { name: exactly('新的名字') });
      has('the listed design', await listed(bench, LIST, id), { name: exactly('新的名字') });
    },
  },
  {
    title: 'another user of the integrator cannot rename or delete a design',
    rules: ['delete only of the own design'],
    async run(bench) {
      const { id } = await design(bench);
      const other = await bench.user(otherUser(bench.options.uid));
      for (const verb of ['delete', 'save/name'])
        await refused(verb, other.form(`/api/design/${verb}`, { user_design_id: id, name: 'x' }));
      must((await listed(bench, LIST, id)) !== undefined, 'the design to stay in the list', undefined);
    },
  },
  {
    title: 'only deleted designs are reverted and cleared',
    rules: ['revert and clear only from the trash'],
    async run(bench) {
      const { id } = await second(bench);
      await refused('revert', act(bench, 'revert', id));
      await refused('clear', act(bench, 'clear', id));
      must((await listed(bench, LIST, id)) !== undefined, 'the design to stay in the list', undefined);
    },
  },
  {
    title: 'delete moves a design to the trash, with delete_time and a positive auto_delete_time',
    rules: [
      'normal → deleted by delete, in the trash with delete_time',
      'Positive auto_delete_time in the trash',
      'Unit of auto_delete_time: days left of 30',
    ],
    async run(bench) {
      const { id } = await second(bench);
      await succeeded(act(bench, 'delete', id));
      is('the design in the list', await listed(bench, LIST, id), exactly(undefined));
      has('the design in the trash', await listed(bench, TRASH, id), {
        delete_time: dateTime,
        auto_delete_time: positive,
      });
    },
  },
  {
    title: 'revert moves it back, and answers an empty array',
    rules: ['deleted → normal by revert', 'Operations that return nothing answer an empty array'],
    async run(bench) {
      const { id } = await second(bench);
      await done(bench, 'revert', id);
      has('the listed design', await listed(bench, LIST, id), {
        delete_time: exactly(''),
        auto_delete_time: exactly(0),
      });
    },
  },
  {
    title: 'clear removes it permanently; after that every act on it is refused',
    rules: ['deleted → removed by clear, irreversible'],
    async run(bench) {
      const { id } = await second(bench);
      await succeeded(act(bench, 'delete', id));
      await succeeded(act(bench, 'clear', id));
      for (const path of [LIST, TRASH]) is(`the design in ${path}`, await listed(bench, path, id), exactly(undefined));
      for (const verb of ACTS) await refused(`${verb} of a cleared design`, act(bench, verb, id));
    },
  },
  {
    title: 'an export answers an identifier that is neither a design id nor an address, and then links',
    rules: [
      'The design id and the export task identifier are different things',
      'Export: identifier, then links once the file exists',
    ],
    async run(bench) {
      const { key, links } = await exported(bench);
      is('the export task identifier', key, matching('an identifier without / and :', /^[^/:]+$/));
      must(key !== String((await design(bench)).id), 'another identifier than the design id', key);
      for (const each of is('data', links, filledList)) is('a link', each, link);
    },
  },
  {
    title: 'the link of an export leads to a presentation',
    rules: ['Export: identifier, then links once the file exists'],
    async run(bench) {
      const { names } = await file(bench);
      must(names.includes('ppt/presentation.xml'), 'a file with ppt/presentation.xml', names);
    },
  },
  {
    title: 'the tree of a design is an array of nodes with pageType on pages',
    rules: ['PPT tree: array of nodes, pageType on pages'],
    async run(bench) {
      const pages = is('data', await succeeded(tree(bench, (await design(bench)).id)), filledList);
      for (const page of pages) has('a page', page, { type: filled, value: text, pageType: integer, children: list });
    },
  },
  {
    title: 'the tree of a design lists the slides of its file',
    rules: ['PPT tree: the pages of the file'],
    async run(bench) {
      const { names } = await file(bench);
      const slides = names.filter((name) => /^ppt\/slides\/[^/]+\.xml$/.test(name)).length;
      const pages = await succeeded(tree(bench, (await design(bench)).id));
      must(pages.length === slides, `${slides} pages`, `${pages.length} pages`);
    },
  },
  {
    title: 'the tree of a pro-layout design is refused',
    rules: ['ppt-tree is not supported for pro-layout designs'],
    async run(bench) {
      await refused('the tree', tree(bench, (await proDesign(bench)).id));
    },
  },
];

export const designs: readonly Check[] = creating.map((check) => ({ ...check, creates: true }));
