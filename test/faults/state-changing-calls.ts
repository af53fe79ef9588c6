import { grantToken, type Reply, type Session, textOf } from '../service/session';
import { dataOf } from './killable-service';

/** What the calls of one round work on: each has things of its own, so that they can all be under way at once. */
export interface Things {
  uid: string;
  /** A task without an outline, two with an unedited one, one with its content. */
  bare: number;
  outlined: number;
  toFill: number;
  toQueue: number;
  written: number;
  /** Designs: three to be seen, two in the trash. */
  toRename: number;
  toDelete: number;
  toExport: number;
  toRevert: number;
  toClear: number;
}

export interface Call {
  name: string;
  send(session: Session, things: Things): Promise<Reply | string>;
  /** Where the statement is that the kill meets, and a number in the database that the call raises by one. */
  within: string;
  raises(things: Things): string;
  /** What the same call answers when it had been done; left out: yes, as to the first. */
  repeated?: number;
}

const EDIT = '# Tides\n\n## Moon\n\n### Pull\n\n#### Water follows\n\n### Beat\n\n#### Twice a day\n';

/** The calls that change something, each once. */
export const calls: readonly Call[] = [
  {
    name: 'grantToken',
    send: ({ url }, { uid }) => grantToken(url, uid),
    within: 'after insert on tokens',
    raises: () => 'select count(*) as n from tokens',
  },
  {
    name: 'createTask',
    send: (session) => session.createTask('Dunes'),
    within: 'after insert on tasks',
    raises: () => "select count(*) as n from tasks where title = 'Dunes'",
  },
  {
    name: 'streamOutline',
    send: (session, { bare }) => session.stream('/api/ai/chat/outline', bare),
    within: 'after update of outline on tasks',
    raises: ({ bare }) => `select outline_variants as n from tasks where id = ${bare}`,
  },
  {
    name: 'saveOutline',
    send: (session, { outlined }) => session.form('/api/ai/chat/v2/outline/save', { task_id: outlined, content: EDIT }),
    within: 'after update of outline on tasks',
    raises: ({ outlined }) => `select outline_revision as n from tasks where id = ${outlined}`,
  },
  {
    name: 'startContent',
    send: (session, { toQueue }) => session.get('/api/ai/chat/v2/content', { task_id: toQueue }),
    within: 'after insert on content_jobs',
    raises: ({ toQueue }) => `select count(*) as n from content_jobs where task_id = ${toQueue}`,
  },
  {
    name: 'streamContent',
    send: (session, { toFill }) => session.stream('/api/ai/chat/content', toFill),
    within: 'after update of content on tasks',
    raises: ({ toFill }) => `select content_revision as n from tasks where id = ${toFill}`,
  },
  {
    name: 'addProLayout',
    send: (session, { written }) => session.json('/api/ai/pro/layout/add', { text_id: written }),
    within: 'after insert on layout_tasks',
    raises: ({ written }) => `select count(*) as n from layout_tasks where task_id = ${written}`,
  },
  {
    name: 'saveDesign',
    send: (session, { written }) => session.form('/api/design/v2/save', { task_id: written, name: 'Saved' }),
    // Its files are on the disk and their rows in the transaction; the design is not.
    within: 'before insert on designs',
    raises: () => "select count(*) as n from designs where name = 'Saved'",
  },
  {
    name: 'renameDesign',
    send: (session, { toRename }) =>
      session.form('/api/design/save/name', { user_design_id: toRename, name: 'Renamed' }),
    within: 'after update of name on designs',
    raises: ({ toRename }) => `select version as n from designs where id = ${toRename}`,
  },
  {
    name: 'deleteDesign',
    send: (session, { toDelete }) => session.form('/api/design/delete', { user_design_id: toDelete }),
    within: 'after update of deleted_at on designs',
    raises: ({ toDelete }) => `select deleted_at is not null as n from designs where id = ${toDelete}`,
    repeated: 12102,
  },
  {
    name: 'revertDesign',
    send: (session, { toRevert }) => session.form('/api/design/revert', { user_design_id: toRevert }),
    within: 'after update of deleted_at on designs',
    raises: ({ toRevert }) => `select deleted_at is null as n from designs where id = ${toRevert}`,
    repeated: 12102,
  },
  {
    name: 'clearDesign',
    send: (session, { toClear }) => session.form('/api/design/clear', { user_design_id: toClear }),
    // The design and its exports are gone in the transaction; the rows of its own files are not.
    within: 'after delete on designs',
    raises: ({ toClear }) => `select count(*) = 0 as n from designs where id = ${toClear}`,
    repeated: 12102,
  },
  {
    name: 'startExport',
    send: (session, { toExport }) => session.form('/api/download/export/file', { id: toExport, format: 'pdf' }),
    within: 'after insert on exports',
    raises: ({ toExport }) => `select count(*) as n from exports where design_id = ${toExport}`,
  },
];

/** A user's things, made through the interface. */
export async function makeThings(uid: string, session: Session): Promise<Things> {
  const task = async (...paths: string[]): Promise<number> => {
    const { id } = await dataOf(session.createTask('Tides'));
    for (const path of paths) textOf(await session.stream(path, id));
    return id;
  };
  const [outline, content] = ['/api/ai/chat/outline', '/api/ai/chat/content'];
  const written = await task(outline, content);
  const design = async (): Promise<number> =>
    (await session.form('/api/design/v2/save', { task_id: written, name: 'Tides' })).data.id;
  const things = {
    uid,
    bare: await task(),
    outlined: await task(outline),
    toFill: await task(outline),
    toQueue: await task(outline),
    written,
    toRename: await design(),
    toDelete: await design(),
    toExport: await design(),
    toRevert: await design(),
    toClear: await design(),
  };
  const key = (await session.form('/api/download/export/file', { id: things.toClear, format: 'pdf' })).data;
  await session.exported(key);
  for (const id of [things.toRevert, things.toClear]) await session.form('/api/design/delete', { user_design_id: id });
  return things;
}
