import { endpointOf } from '../../src/contract/index';
import { wordDocument } from '../service/hostile/word-document';
import { Session } from '../service/session';
import { FINISHED_EXPORT, type WireExample } from './service-answers';

/**
 * Makes, by calls of its own, what an example's request refers to: `{{task_id}}` becomes a real task in the state that
 * the endpoint needs, `{{design_id}}` a real design, and so on.
 */
export async function realValues(url: string, uid: string, example: WireExample): Promise<Record<string, string>> {
  const { endpoint, channel = '' } = example;
  const session = await Session.open(url, uid, channel);
  const values: Record<string, string> = {
    token: session.headers['x-token'] ?? '',
    uid,
    channel,
    ...example.values,
  };
  const need = (name: string) => name in example.values;
  const design = async () => {
    const saved = await session.form('/api/design/v2/save', { task_id: await session.writtenTask('Tea') });
    return saved.data.id as number;
  };
  if (need('task_id')) values.task_id = String(await taskFor(session, example));
  if (need('layout_task_id')) {
    const layout = await session.json('/api/ai/pro/layout/add', { text_id: Number(values.task_id) });
    values.layout_task_id = String(layout.data.id);
  }
  if (need('template_id')) {
    values.template_id = String((await session.get('/api/template_component/suit/search')).data.list[0].id);
  }
  if (need('topic_id')) values.topic_id = String((await session.get('/api/ai/chat/config/list')).data.list[0].id);
  if (need('ticket')) {
    const task = await session.writtenTask('Tea');
    values.ticket = (await session.get('/api/ai/chat/v2/content', { task_id: task })).data;
    await session.content(values.ticket!);
  }
  if (need('design_id')) {
    const id = await design();
    const inTrash = endpoint === 'revertDesign' || endpoint === 'clearDesign';
    if (inTrash) await session.form('/api/design/delete', { user_design_id: id });
    values.design_id = String(id);
  }
  if (need('task_key')) {
    const key = (await session.form('/api/download/export/file', { id: await design(), format: 'ppt' })).data;
    if (example.title === FINISHED_EXPORT) await session.exported(key);
    values.task_key = key;
  }
  // Lists are compared item by item, so there must be an item.
  if (endpoint === 'listDesigns' || endpoint === 'listDeletedDesigns') {
    const id = await design();
    if (endpoint === 'listDeletedDesigns') await session.form('/api/design/delete', { user_design_id: id });
  }
  return values;
}

async function taskFor(session: Session, { endpoint }: WireExample): Promise<number> {
  const fresh = async () => (await session.createTask('The tea trade')).data.id as number;
  if (['streamOutline', 'streamAlternativeOutline'].includes(endpoint)) return fresh();
  if (endpoint === 'streamWordContent') return documentTask(session);
  if (endpoint === 'readAlternativeContent') {
    const task = await fresh();
    await session.stream(endpointOf('streamAlternativeOutline').path, task);
    return task;
  }
  if (['saveDesign', 'addProLayout'].includes(endpoint)) return session.writtenTask('The tea trade');
  const task = await fresh();
  await session.stream(endpointOf('streamOutline').path, task);
  return task;
}

async function documentTask(session: Session): Promise<number> {
  const file = new File([new Uint8Array(wordDocument())], 'tea.docx');
  return (await session.multipart('/api/ai/chat/v2/task', { title: 'Tea', type: 3, file })).data.id;
}
