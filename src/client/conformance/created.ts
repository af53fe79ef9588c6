import type { Bench } from './bench';
import { is, type Json, positive, text } from './expect';
import { type Reply, streamed, succeeded, unfenced } from './integrator';
import type { Answer } from './traffic';
import { wordDocument } from './zip';

/** What a run creates, each once. The functions here do; the checks judge. */

export const CHAT = '/api/ai/chat';
export const TITLE = 'Tea & “cakes”: 茶';
export const NAME = 'Our deck';
export const CHAPTER = 'A chapter of our own';
export const IMPORTED = [
  '# The tea trade',
  '## Origins',
  'Tea was first traded along rivers.',
  '## Routes',
  'Caravans carried pressed tea.',
];

type Made<Of> = Of & { id: number };
const withId = (data: Json): Made<Json> => ({ ...data, id: is('id', data?.id, positive) });
const user = (bench: Bench) => bench.user();
const postTask = async (bench: Bench, fields: Record<string, string | number | File>) =>
  withId(await succeeded((await user(bench)).multipart(`${CHAT}/v2/task`, fields)));

/** A task from a title. */
export const task = (bench: Bench) => bench.shared('task', () => postTask(bench, { title: TITLE, type: 1 }));

/** Its outline, and the outlines that its user had before and after. */
export const outline = (bench: Bench): Promise<{ answer: Answer; counts: (number | undefined)[] }> =>
  bench.shared('outline', async () => {
    const { id } = await task(bench);
    const before = await outlineCount(bench);
    const answer = await (await user(bench)).get(`${CHAT}/outline`, { task_id: id });
    streamed(answer);
    return { answer, counts: [before, await outlineCount(bench)] };
  });

async function outlineCount({ integrator, identity }: Bench): Promise<number | undefined> {
  const { data } = await integrator.usage(identity);
  return typeof data === 'string' ? JSON.parse(data)[0]?.count : undefined;
}

export const treeOf = async (bench: Bench, task_id: number): Promise<Json> =>
  succeeded((await user(bench)).form('/api/generate/data', { task_id }));

export const saveOutline = async (bench: Bench, fields: Record<string, string | number>): Promise<Reply> =>
  (await user(bench)).form(`${CHAT}/v2/outline/save`, fields);

/** The tree of the outline before an edit, the edit's answer, and the tree after it. */
export const edited = (bench: Bench): Promise<{ before: Json; saved: Reply; after: Json }> =>
  bench.shared('edited tree', async () => {
    await outline(bench);
    const { id } = await task(bench);
    const before = await treeOf(bench, id);
    const changed = structuredClone(before);
    const chapter = chapterOf(changed);
    if (chapter !== undefined) chapter.value = CHAPTER;
    const saved = await saveOutline(bench, { task_id: id, content: JSON.stringify(changed) });
    return { before, saved, after: await treeOf(bench, id) };
  });

/** The first chapter. The contents page and the ending are slides of every deck, not part of its text. */
export const chapterOf = (tree: Json): Json =>
  tree?.children?.find(({ type }: Json) => type !== 'catalog' && type !== 'ending');

/** The content of the edited outline, streamed. */
export const content = (bench: Bench): Promise<string> =>
  bench.shared('content', async () => {
    await edited(bench);
    const { id } = await task(bench);
    return unfenced(streamed(await (await user(bench)).get(`${CHAT}/content`, { task_id: id })));
  });

/** A second task, written by the alternative provider. */
export const alternative = (bench: Bench): Promise<{ id: number; outline: string; content: Reply }> =>
  bench.shared('alternative task', async () => {
    const { id } = await postTask(bench, { title: 'Milk', type: 1 });
    const task_id = { task_id: id };
    const written = streamed(await (await user(bench)).get(`${CHAT}/wx/outline`, task_id));
    return { id, outline: unfenced(written), content: await (await user(bench)).get(`${CHAT}/wx/content`, task_id) };
  });

/** A task from a document. */
export const imported = (bench: Bench): Promise<{ id: number }> =>
  bench.shared('imported task', () => {
    const file = new File([new Uint8Array(wordDocument(IMPORTED))], 'tea.docx');
    return postTask(bench, { title: 'Tea', type: 3, file });
  });

const saveDesign = async (bench: Bench, fields: Record<string, string | number>): Promise<Made<Json>> => {
  await content(bench);
  const { id } = await task(bench);
  return withId(
    await succeeded((await user(bench)).form('/api/design/v2/save', { task_id: id, name: NAME, ...fields })),
  );
};
const template = async (bench: Bench): Promise<number> => {
  const { list } = await succeeded((await user(bench)).get('/api/template_component/suit/search', { page_size: 1 }));
  return is('id of a template', list[0]?.id, positive);
};

/** A design with a template. */
export const design = (bench: Bench): Promise<Made<Json>> =>
  bench.shared('design', async () => saveDesign(bench, { template_id: await template(bench), template_type: 1 }));

/** A design whose template has no type. */
export const second = (bench: Bench): Promise<Made<Json>> =>
  bench.shared('second design', async () => saveDesign(bench, { template_id: await template(bench) }));

/** A pro-layout task of the content. */
export const layout = (bench: Bench): Promise<Json> =>
  bench.shared('pro layout', async () => {
    await content(bench);
    const { id } = await task(bench);
    return succeeded((await user(bench)).json('/api/ai/pro/layout/add', { text_id: id }));
  });

export const proDesign = (bench: Bench): Promise<Made<Json>> =>
  bench.shared('pro-layout design', async () =>
    saveDesign(bench, { layout_type: 2, layout_task_id: (await layout(bench)).id }),
  );

/** The key of an export of the design, and its links. */
export const exported = (bench: Bench): Promise<{ key: string; links: Json[] }> =>
  bench.shared('export', async () => {
    const { id } = await design(bench);
    const mine = await user(bench);
    const fields = { id, format: 'ppt', edit: 'true', files_to_zip: 'false' };
    const key = is('the export task identifier', await succeeded(mine.form('/api/download/export/file', fields)), text);
    const look = () => succeeded(mine.form('/api/download/export/file/result', { task_key: key }));
    return { key, links: await bench.until(look, (found) => Array.isArray(found) && found.length > 0) };
  });

/** The exported file. */
export const file = (bench: Bench): Promise<NonNullable<Answer['file']>> =>
  bench.shared('file', async () => (await user(bench)).file((await exported(bench)).links[0]));
