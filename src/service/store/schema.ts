import type { Generated, Selectable } from 'kysely';
import type { DeliveryFormat } from '../../core/formats';

/**
 * The tables. Times are milliseconds since 1970, outlines are JSON of the domain's `Outline`, flags are 0 and 1:
 * the smallest set of types that SQLite and PostgreSQL share.
 */
export interface Schema {
  users: UserTable;
  tokens: TokenTable;
  codes: CodeTable;
  tasks: TaskTable;
  outline_counts: OutlineCountTable;
  content_jobs: ContentJobTable;
  designs: DesignTable;
  exports: ExportTable;
  files: FileTable;
  task_documents: TaskDocumentTable;
  layout_tasks: LayoutTaskTable;
  generation_leases: GenerationLeaseTable;
  written_chapters: WrittenChapterTable;
}

interface UserTable {
  id: Generated<number>;
  api_key: string;
  uid: string;
  /** Empty where the integrator names none. */
  channel: string;
  created_at: number;
}

/** Only a hash of the token is kept: a copy of the database opens nothing. */
interface TokenTable {
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
}

interface CodeTable {
  code_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
}

interface TaskTable {
  id: Generated<number>;
  user_id: number;
  type: number;
  title: string;
  /** The advanced options that were chosen, JSON; `options/stored-options` reads it. */
  options: string;
  created_at: number;
  outline: string | null;
  /** Counts every outline of the task, generated or saved; 0 while there is none. */
  outline_revision: number;
  /** Counts generated outlines alone: the next one must differ from those before. */
  outline_variants: number;
  /** The outline with text; with less than all of it after an edit. */
  content: string | null;
  /** The outline revision that `content` is complete for, 0 while it is complete for none. */
  content_revision: number;
}

interface OutlineCountTable {
  user_id: number;
  count: number;
}

export type JobStatus = 'running' | 'succeeded' | 'failed';

interface ContentJobTable {
  ticket: string;
  task_id: number;
  user_id: number;
  outline_revision: number;
  status: JobStatus;
  content: string | null;
  reason: string | null;
  created_at: number;
  finished_at: number | null;
  /** Attempts that the generation provider has failed; those lost with a worker do not count. */
  provider_failures: Generated<number>;
}

interface DesignTable {
  id: Generated<number>;
  user_id: number;
  task_id: number;
  name: string;
  suit_id: number;
  layout_type: number | null;
  layout_task_id: number | null;
  width: number;
  height: number;
  version: number;
  /** The deck as it was saved: later edits of the task do not reach it. */
  content: string;
  cover_file: string;
  canvas_file: string;
  data_file: string;
  storage_time: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

interface ExportTable {
  task_key: string;
  user_id: number;
  design_id: number;
  format: DeliveryFormat;
  edit: number;
  files_to_zip: number;
  status: JobStatus;
  reason: string | null;
  created_at: number;
  finished_at: number | null;
}

interface FileTable {
  /** Name in the file store and in the address; random, so that it can be guessed by nobody. */
  file_key: string;
  user_id: number;
  export_key: string | null;
  /** Order among the files of one export. */
  position: number;
  name: string;
  media_type: string;
  size: number;
  created_at: number;
}

/** The text of an imported document, kept with its task until the word stream asks for it. */
interface TaskDocumentTable {
  task_id: number;
  file_name: string;
  /** What the import may do with the text: one of the kinds of `sub_type` in the service profile. */
  treatment: WordTreatment;
  /** JSON of an `ImportedDocument`. */
  document: string;
}

export type WordTreatment = 'keep' | 'expand' | 'polish';

interface LayoutTaskTable {
  id: Generated<number>;
  user_id: number;
  task_id: number;
  created_at: number;
}

/** Which process generates the content of a task just now, and until when it may be taken for alive. */
interface GenerationLeaseTable {
  task_id: number;
  owner: string;
  /** Milliseconds since 1970 by the clock of the database: those of several machines differ. */
  expires_at: number;
}

/** A finished chapter of content that is not complete yet. */
interface WrittenChapterTable {
  task_id: number;
  /** Hash of what the writer was asked for: outline, options, provider. */
  asked: string;
  /** Place among the chapters of the outline. */
  position: number;
  /** JSON of a `Chapter` with its text. */
  chapter: string;
}

export type TaskRow = Selectable<TaskTable>;
/** Without the deck itself, which may be megabytes long: `designContent` reads that. */
export type DesignRow = Omit<Selectable<DesignTable>, 'content'>;
export type ExportRow = Selectable<ExportTable>;
export type FileRow = Selectable<FileTable>;
export type ContentJobRow = Selectable<ContentJobTable>;
