import { type EndpointName, endpointNames, endpointOf } from '../../../src/contract/index';
import type { Fields, Member } from './member';
import { wordDocument } from './word-document';

/** Kinds of things that belong to one user; links are judged apart, because they carry their own credential. */
export type Kind = 'task' | 'design' | 'deleted design' | 'ticket' | 'export key' | 'layout task';

export interface Possessions {
  objects: { kind: Kind; what: string; value: string | number }[];
  links: string[];
  /** A task with everything, for calls that need one in addition to the object in question. */
  writtenTask: number;
}

/** Everything that a user can own, in several states. */
export async function furnish(member: Member): Promise<Possessions> {
  const created = async (title: string) =>
    (await member.data('createTask', { title: `${title} of ${member.uid}`, type: 1 })).id as number;
  const outlined = async (title: string) => {
    const id = await created(title);
    await member.data('streamOutline', { task_id: id });
    return id;
  };
  const file = Buffer.from(wordDocument());
  const imported: number = (await member.data('createTask', { title: 'An import', type: 3, file })).id;
  const fresh = await created('A fresh task');
  const withOutline = await outlined('An outlined task');
  const written = await outlined('A written task');
  await member.data('streamContent', { task_id: written });
  const ticketed = await outlined('A task with a ticket');
  const tickets: string[] = [];
  for (const task_id of [written, ticketed]) tickets.push(await member.data('startContent', { task_id }));
  for (const ticket of tickets) await member.finished('checkContent', { ticket }, ({ status }) => status === 2);

  const designs: number[] = [];
  for (const name of ['One', 'Two', 'Gone', 'Gone too']) {
    designs.push((await member.data('saveDesign', { task_id: written, name })).id);
  }
  for (const user_design_id of designs.slice(2)) await member.data('deleteDesign', { user_design_id });
  const keys: string[] = [];
  for (const format of ['ppt', 'pdf']) keys.push(await member.data('startExport', { id: designs[0]!, format }));
  const links: string[] = [];
  for (const task_key of keys) {
    links.push(...(await member.finished('readExportResult', { task_key }, (found) => found.length > 0)));
  }
  links.push((await member.data('listDesigns')).list[0].canvas_url);
  const layout: number = (await member.data('addProLayout', { text_id: written })).id;

  const all = (kind: Kind, values: (string | number)[], names: string[] = []) =>
    values.map((value, at) => ({ kind, what: names[at] ?? `${kind} ${at + 1}`, value }));
  const taskNames = ['fresh task', 'outlined task', 'written task', 'task with a ticket', 'imported task'];
  return {
    objects: [
      ...all('task', [fresh, withOutline, written, ticketed, imported], taskNames),
      ...all('design', designs.slice(0, 2)),
      ...all('deleted design', designs.slice(2)),
      ...all('ticket', tickets),
      ...all('export key', keys),
      ...all('layout task', [layout]),
    ],
    links,
    writtenTask: written,
  };
}

/** Request fields that name something of a user; `id` means a design in the export and a preset topic elsewhere. */
const OWNED_FIELDS: Record<string, readonly Kind[]> = {
  task_id: ['task'],
  text_id: ['task'],
  user_design_id: ['design', 'deleted design'],
  design_id: ['design', 'deleted design'],
  ticket: ['ticket'],
  task_key: ['export key'],
  layout_task_id: ['layout task'],
};
const PUBLIC_FIELDS = ['colour_id', 'style_id', 'scene_id', 'template_id', 'suit_ids', 'id'];

export interface Taker {
  endpoint: EndpointName;
  field: string;
  kinds: readonly Kind[];
}

/** Every endpoint with every field that takes something of a user. */
export const takers: readonly Taker[] = endpointNames.flatMap((endpoint) =>
  Object.keys(endpointOf(endpoint).request.shape).flatMap((field): Taker[] => {
    const kinds =
      endpoint === 'startExport' && field === 'id' ? OWNED_FIELDS.design_id : (OWNED_FIELDS[field] ?? undefined);
    return kinds ? [{ endpoint, field, kinds }] : [];
  }),
);

/** Fields of the contract that look like a reference and that neither list knows. */
export const unknownReferences: readonly string[] = endpointNames.flatMap((endpoint) =>
  Object.keys(endpointOf(endpoint).request.shape)
    .filter((field) => /(^|_)(ids?|key|ticket)$/.test(field))
    .filter((field) => !(field in OWNED_FIELDS) && !PUBLIC_FIELDS.includes(field))
    .map((field) => `${endpoint}.${field}`),
);

/** What a call needs in addition to the reference, so that nothing but the reference can be wrong with it. */
export function completed({ endpoint, field }: Taker, value: string | number, ownTask: number): Fields {
  const rest: Partial<Record<EndpointName, Fields>> = {
    saveOutline: { content: '# Mine now\n\n## One\n\n### Page\n\n#### Point\n\nText.\n' },
    saveDesign: field === 'layout_task_id' ? { task_id: ownTask, layout_type: 2 } : { name: 'Mine now' },
    renameDesign: { name: 'Mine now' },
    startExport: { format: 'ppt' },
  };
  return { ...rest[endpoint], [field]: value };
}
