import { listed } from '../../base/text/listed';
import type { ReceivedRequest } from '../../contract';
import type { ServiceProfile } from '../../contract/profile';
import { invalid } from '../../contract/service-error';
import type { Outline } from '../../outline/outline';
import { cleanText } from '../../outline/outline-limits';
import { pictureHashes } from '../../outline/picture-line';
import { keepPictures } from '../context/pictures';
import { checkedName, NAME_LIMITS } from '../domain/names';
import type { ServedKind } from '../domain/task-kinds';
import type { WordTreatment } from '../store/schema';
import type { TaskDocument } from '../store/task-documents';
import type { UserContext } from './context';
import { requireTopic } from './options';

type Request = ReceivedRequest<'createTask'>;

/** The source of a new task. */
interface TaskSource {
  title: string;
  content?: Outline;
  document?: TaskDocument;
}

/**
 * Reads the whole source of a task, so that an invalid one is refused before anything is stored.
 * @throws ServiceError that names the field.
 */
export async function taskSource(kind: ServedKind, request: Request, context: UserContext): Promise<TaskSource> {
  switch (kind) {
    case 'title':
      return { title: checkedName('title', request.title) };
    case 'wordDocument':
      return documentSource(request, context);
    case 'freeText':
      return textSource(request, context);
    case 'markdown':
      if (request.content === undefined) throw invalid('content is missing: the Markdown of the deck');
      return markdownSource(request, context, request.content);
    case 'topic':
      if (request.id === undefined) throw invalid('id is missing: the id of a preset topic');
      return writtenSource(request, requireTopic(request.id).deck);
  }
}

/** Outline and text that already exist: submitted Markdown or a preset topic. */
function writtenSource(request: Request, content: Outline): TaskSource {
  return { title: titleOf(request, content.title), content };
}

/** A file next to the text is the document that has its images. */
async function markdownSource(request: Request, context: UserContext, content: string): Promise<TaskSource> {
  const { texts, caller, user } = context;
  const title = givenTitle(request);
  const source = writtenSource(request, await texts.read('markdown', caller, { content, title }, content.length));
  const named = new Set(request.file && source.content ? pictureHashes(source.content) : []);
  if (request.file && named.size > 0) {
    const upload = { bytes: request.file.bytes, mode: 'keep', title: baseName(request.file.filename) } as const;
    const { pictures } = await texts.read('document', caller, upload, Number.POSITIVE_INFINITY);
    await keepPictures(context, user.id, new Map([...pictures].filter(([hash]) => named.has(hash))));
  }
  return source;
}

async function documentSource(request: Request, context: UserContext): Promise<TaskSource> {
  const { profile, texts, caller } = context;
  const { file } = request;
  if (file === undefined) throw invalid('file is missing or empty: send the .docx document in a part with that name');
  const treatment = treatmentOf(request, profile);
  const fileName = baseName(file.filename);
  const given = givenTitle(request);
  const upload = { bytes: file.bytes, mode: treatment, title: given ?? fileName };
  // A small package can hold a long text, so documents are always parsed in a thread.
  const { document, title, pictures } = await texts.read('document', caller, upload, Number.POSITIVE_INFINITY);
  await keepPictures(context, context.user.id, pictures);
  return { title: given ?? titleOf(request, title), document: { fileName, treatment, document } };
}

/** A heading of Markdown. */
const HEADING = /^ {0,3}#{1,6}[ \t]+\S/m;

/** A text with Markdown headings is read as Markdown; any other as a document, by its lines. */
async function textSource(request: Request, context: UserContext): Promise<TaskSource> {
  const { profile, texts, caller } = context;
  const { content = '' } = request;
  if (content.trim() === '') throw invalid('content is missing or empty: the text of the deck');
  if (HEADING.test(content)) return markdownSource(request, context, content);
  const treatment = treatmentOf(request, profile);
  const title = givenTitle(request);
  const read = await texts.read('text', caller, { content, mode: treatment, title }, content.length);
  return { title: titleOf(request, read.title), document: { fileName: '', treatment, document: read.document } };
}

function treatmentOf({ sub_type }: Request, { wordImport }: ServiceProfile): WordTreatment {
  if (sub_type === undefined) return 'keep';
  const names = Object.keys(wordImport) as WordTreatment[];
  const treatment = names.find((name) => wordImport[name] === sub_type);
  if (treatment) return treatment;
  const known = names.map((name) => `${wordImport[name]} (${name})`);
  throw invalid(`sub_type ${sub_type} is unknown; use ${listed(known)}`);
}

function givenTitle({ title }: Request): string | undefined {
  return title === undefined ? undefined : checkedName('title', title);
}

/** The submitted title, or else the title of the text, truncated to the maximum length. */
function titleOf(request: Request, ofText: string): string {
  const title = givenTitle(request);
  if (title !== undefined) return title;
  return [...cleanText(ofText)].slice(0, NAME_LIMITS.title).join('').trim();
}

/** The file name without directories: some clients send the full path, with either kind of slash. */
function baseName(fileName: string): string {
  const name = cleanText(fileName.split(/[\\/]/).at(-1) ?? '');
  return [...name].slice(0, NAME_LIMITS.title).join('') || 'document.docx';
}
