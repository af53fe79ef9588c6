import type { RequestOf } from '../../contract';
import type { ServiceProfile } from '../../contract/profile';
import { invalid, ServiceError } from '../domain/errors';
import { checkedName, NAME_LIMITS } from '../domain/names';
import type { Outline } from '../domain/outline';
import { cleanText } from '../domain/outline-limits';
import { OutlineError, parseOutline } from '../domain/outline-markdown';
import type { ServedKind } from '../domain/task-kinds';
import { ImportError } from '../import/import-error';
import { outlineOf } from '../import/outline-of';
import { readWordDocument } from '../import/read-word-document';
import type { WordTreatment } from '../store/schema';
import type { TaskDocument } from '../store/task-documents';
import { requireTopic } from './options';

type Request = RequestOf<'createTask'>;

/** What a new task begins with. */
export interface TaskSource {
  title: string;
  content?: Outline;
  document?: TaskDocument;
}

/**
 * Reads the source of a task completely, so that a bad one is refused before anything is stored.
 * @throws ServiceError naming the field.
 */
export async function taskSource(kind: ServedKind, request: Request, profile: ServiceProfile): Promise<TaskSource> {
  switch (kind) {
    case 'title':
      return { title: checkedName('title', request.title) };
    case 'wordDocument':
      return documentSource(request, profile);
    case 'markdown':
      if (request.content === undefined) throw invalid('content is missing: the Markdown of the deck');
      return writtenSource(request, readMarkdown(request.content, givenTitle(request)));
    case 'topic':
      if (request.id === undefined) throw invalid('id is missing: the id of a preset topic');
      return writtenSource(request, requireTopic(request.id).deck);
  }
}

/** Outline and text that somebody else has written. */
function writtenSource(request: Request, content: Outline): TaskSource {
  return { title: titleOf(request, content.title), content };
}

/** @param title of a text that has none itself. */
function readMarkdown(markdown: string, title: string | undefined): Outline {
  try {
    return parseOutline(markdown, { title, plainText: true });
  } catch (error) {
    if (error instanceof OutlineError) throw invalid(`content cannot be used: ${error.message}`);
    throw error;
  }
}

async function documentSource(request: Request, profile: ServiceProfile): Promise<TaskSource> {
  const { file } = request;
  if (file === undefined) throw invalid('file is missing or empty: send the .docx document as a part of that name');
  const treatment = treatmentOf(request, profile);
  const fileName = baseName(file.filename);
  const given = givenTitle(request);
  try {
    const document = await readWordDocument(file.bytes);
    // Read to the end now: a document that makes no deck is refused here, not in the middle of a stream.
    const outline = outlineOf(document, { mode: treatment, title: given ?? fileName });
    return { title: given ?? titleOf(request, outline.title), document: { fileName, treatment, document } };
  } catch (error) {
    if (error instanceof ImportError) throw refusedDocument(error);
    throw error;
  }
}

function treatmentOf({ sub_type }: Request, { wordImport }: ServiceProfile): WordTreatment {
  if (sub_type === undefined) return 'keep';
  const names = Object.keys(wordImport) as WordTreatment[];
  const treatment = names.find((name) => wordImport[name] === sub_type);
  if (treatment) return treatment;
  const known = names.map((name) => `${wordImport[name]} (${name})`);
  throw invalid(`sub_type ${sub_type} is unknown; use ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`);
}

/** Where the size is the trouble, HTTP has a word for it; everything else is a field that cannot be used. */
function refusedDocument(error: ImportError): ServiceError {
  const message = `file cannot be used: ${error.message}`;
  return error.kind === 'too-large' ? new ServiceError('invalid-request', message, 413) : invalid(message);
}

function givenTitle({ title }: Request): string | undefined {
  return title === undefined ? undefined : checkedName('title', title);
}

/** The title as submitted, or that of the text, cut to what a title may be. */
function titleOf(request: Request, ofText: string): string {
  const title = givenTitle(request);
  if (title !== undefined) return title;
  return [...cleanText(ofText)].slice(0, NAME_LIMITS.title).join('').trim();
}

/** The name alone: some clients send the whole path, with either sort of slash. */
function baseName(fileName: string): string {
  const name = cleanText(fileName.split(/[\\/]/).at(-1) ?? '');
  return [...name].slice(0, NAME_LIMITS.title).join('') || 'document.docx';
}
