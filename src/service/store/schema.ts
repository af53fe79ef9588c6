import type { Generated, Selectable } from 'kysely';
import type { DeliveryFormat } from '../../core/formats';

/**
 * The tables. Times are milliseconds since 1970, outlines are JSON of the domain's `Outline`, and flags are 0 and 1:
 * the types that SQLite and PostgreSQL share.
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
  brand_templates: BrandTemplateTable;
  pictures: PictureTable;
  model_spend: ModelSpendTable;
}

interface UserTable {
  id: Generated<number>;
  api_key: string;
  uid: string;
  /** Empty if the account names none. */
  channel: string;
  created_at: number;
  /** Of files and texts; the database adds them up. */
  bytes: Generated<number>;
}

/** Only hashes of tokens are stored, so that a copy of the database grants no access. */
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
  /** IDs of the chosen advanced options as JSON. */
  options: string;
  created_at: number;
  outline: string | null;
  /** Counts all outlines of the task, generated or saved; 0 if there is none. */
  outline_revision: number;
  /** Counts generated outlines only: each new one must differ from the earlier ones. */
  outline_variants: number;
  /** The outline with text; incomplete after an edit. */
  content: string | null;
  /** The outline revision that `content` completes; 0 if incomplete. */
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
  /** Attempts that the generation provider failed, without those lost with a worker. */
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
  /** The deck at the time of saving, unaffected by later edits of the task. */
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
  /** Name in the file store and in URLs; random, so that it cannot be guessed. */
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

/** The text of an imported document, kept with its task until the word stream needs it. */
interface TaskDocumentTable {
  task_id: number;
  user_id: number;
  file_name: string;
  /** How the import treats the text: one of the `sub_type` kinds of the compatibility profile. */
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

/** The process that is generating the content of a task, and how long it is considered alive. */
interface GenerationLeaseTable {
  task_id: number;
  owner: string;
  /** Milliseconds since 1970 by the database's clock, because the clocks of hosts differ. */
  expires_at: number;
}

/** A finished chapter of incomplete content. */
interface WrittenChapterTable {
  task_id: number;
  /** Hash of the writer's request: outline, options, provider. */
  asked: string;
  /** Position among the chapters of the outline. */
  position: number;
  /** JSON of a `Chapter` with its text. */
  chapter: string;
}

/** A template from a PowerPoint file of an account. */
interface BrandTemplateTable {
  id: Generated<number>;
  api_key: string;
  name: string;
  /** SHA-256 of the file, its name in the file store. */
  file_key: string;
  /** Corrected roles of layouts, as JSON. */
  roles: string;
  /** JSON of a `BrandLook`. */
  look: string;
  created_at: number;
  /** Since then it is not offered. */
  removed_at: number | null;
}

/** An image of a document of a user. */
interface PictureTable {
  user_id: number;
  /** Its name in outlines. */
  hash: string;
  /** SHA-256 of the file that is kept, its name in the file store. */
  file_key: string;
  type: 'png' | 'jpeg';
  /** In pixels. */
  width: number;
  height: number;
  size: number;
  /** When it was uploaded, or last found in a task or design. */
  needed_at: number;
}

/** What a user asked of the language model on one day. */
interface ModelSpendTable {
  user_id: number;
  /** UTC, such as `2026-01-31`. */
  day: string;
  calls: number;
  tokens: number;
}

export type PictureRow = Selectable<PictureTable>;
export type BrandTemplateRow = Selectable<BrandTemplateTable>;
export type TaskRow = Selectable<TaskTable>;
/** Without the deck, which may be megabytes long; read it with `designContent`. */
export type DesignRow = Omit<Selectable<DesignTable>, 'content'>;
export type ExportRow = Selectable<ExportTable>;
export type FileRow = Selectable<FileTable>;
export type ContentJobRow = Selectable<ContentJobTable>;
