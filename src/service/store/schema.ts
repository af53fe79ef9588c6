import type { ColumnBuilderCallback, Generated, Selectable } from 'kysely';
import type { DeliveryFormat } from '../../core/formats';

/** A column, from which its type here and in both databases follows. */
interface Column<Value> {
  /** `own id`: a key that the database makes and never uses again; `id`: a reference to one. */
  readonly type: 'text' | 'integer' | 'bigint' | 'own id' | 'id';
  readonly build: ColumnBuilderCallback;
  /** Only a type. */
  readonly value?: Value;
}

const column = <Value>(type: Column<Value>['type'], build: ColumnBuilderCallback): Column<Value> => ({ type, build });
const needed: ColumnBuilderCallback = (made) => made.notNull();
const text = column<string>('text', needed);
const integer = column<number>('integer', needed);
const bigint = column<number>('bigint', needed);
const ownId = column<Generated<number>>('own id', (made) => made.primaryKey());
const key = column<string>('text', (made) => made.primaryKey());
const fromZero = ({ type }: Column<number>) => column<Generated<number>>(type, (made) => made.notNull().defaultTo(0));
const orNull = <Value>({ type }: Column<Value>) => column<Value | null>(type, (made) => made);
const oneOf = <Value extends string>() => text as Column<Value>;
const id = column<number>('id', needed);
const ofUser = column<number>('id', (made) => made.notNull().references('users.id'));
const ofTask = column<number>('id', (made) => made.notNull().references('tasks.id'));
const withUser = column<number>('id', (made) => made.notNull().references('users.id').onDelete('cascade'));
const withTask = column<number>('id', (made) => made.notNull().references('tasks.id').onDelete('cascade'));
const oneOfTask = column<number>('id', (made) => made.primaryKey().references('tasks.id').onDelete('cascade'));

export type JobStatus = 'running' | 'succeeded' | 'failed';
export type WordTreatment = 'keep' | 'expand' | 'polish';

/**
 * The tables, referenced ones first. Times are milliseconds since 1970, outlines are JSON of the domain's `Outline`, and
 * flags are 0 and 1: the types that SQLite and PostgreSQL share.
 */
export const tables = {
  users: {
    id: ownId,
    api_key: text,
    uid: text,
    /** Empty if the account names none. */
    channel: text,
    created_at: bigint,
    /** Of files and texts; the database adds them up. */
    bytes: fromZero(bigint),
  },
  /** Only hashes of tokens are stored, so that a copy of the database grants no access. */
  tokens: { token_hash: key, user_id: ofUser, created_at: bigint, expires_at: bigint },
  codes: { code_hash: key, user_id: ofUser, created_at: bigint, expires_at: bigint },
  tasks: {
    id: ownId,
    user_id: ofUser,
    type: integer,
    title: text,
    /** IDs of the chosen advanced options as JSON. */
    options: text,
    created_at: bigint,
    outline: orNull(text),
    /** Counts all outlines of the task, generated or saved; 0 if there is none. */
    outline_revision: fromZero(integer),
    /** Counts generated outlines only: each new one must differ from the earlier ones. */
    outline_variants: fromZero(integer),
    /** The outline with text; incomplete after an edit. */
    content: orNull(text),
    /** The outline revision that `content` completes; 0 if incomplete. */
    content_revision: fromZero(integer),
  },
  outline_counts: {
    user_id: column<number>('id', (made) => made.primaryKey().references('users.id')),
    count: integer,
  },
  /** What a user asked of the language model on one day. */
  model_spend: {
    user_id: withUser,
    /** UTC, such as `2026-01-31`. */
    day: text,
    calls: integer,
    tokens: bigint,
  },
  content_jobs: {
    ticket: key,
    task_id: withTask,
    user_id: ofUser,
    outline_revision: integer,
    status: oneOf<JobStatus>(),
    content: orNull(text),
    reason: orNull(text),
    created_at: bigint,
    finished_at: orNull(bigint),
    /** Attempts that the generation provider failed, without those lost with a worker. */
    provider_failures: fromZero(integer),
  },
  designs: {
    id: ownId,
    user_id: ofUser,
    task_id: ofTask,
    name: text,
    suit_id: id,
    layout_type: orNull(integer),
    layout_task_id: orNull(id),
    width: integer,
    height: integer,
    version: integer,
    /** The deck at the time of saving, unaffected by later edits of the task. */
    content: text,
    cover_file: text,
    canvas_file: text,
    data_file: text,
    storage_time: bigint,
    created_at: bigint,
    updated_at: bigint,
    deleted_at: orNull(bigint),
  },
  exports: {
    task_key: key,
    user_id: ofUser,
    /** Clearing a design deletes its exports. */
    design_id: column<number>('id', (made) => made.notNull().references('designs.id').onDelete('cascade')),
    format: oneOf<DeliveryFormat>(),
    edit: integer,
    files_to_zip: integer,
    status: oneOf<JobStatus>(),
    reason: orNull(text),
    created_at: bigint,
    finished_at: orNull(bigint),
  },
  files: {
    /** Name in the file store and in URLs; random, so that it cannot be guessed. */
    file_key: key,
    user_id: ofUser,
    export_key: column<string | null>('text', (made) => made.references('exports.task_key').onDelete('cascade')),
    /** Order among the files of one export. */
    position: integer,
    name: text,
    media_type: text,
    size: integer,
    created_at: bigint,
  },
  /** The text of an imported document, kept with its task until the word stream needs it. */
  task_documents: {
    task_id: oneOfTask,
    user_id: ofUser,
    file_name: text,
    /** How the import treats the text: one of the `sub_type` kinds of the compatibility profile. */
    treatment: oneOf<WordTreatment>(),
    /** JSON of an `ImportedDocument`. */
    document: text,
  },
  layout_tasks: { id: ownId, user_id: ofUser, task_id: withTask, created_at: bigint },
  /** The process that is generating the content of a task, and how long it is considered alive. */
  generation_leases: {
    task_id: oneOfTask,
    owner: text,
    /** Milliseconds since 1970 by the database's clock, because the clocks of hosts differ. */
    expires_at: bigint,
  },
  /** A finished chapter of incomplete content. */
  written_chapters: {
    task_id: withTask,
    /** Hash of the writer's request: outline, options, provider. */
    asked: text,
    /** Position among the chapters of the outline. */
    position: integer,
    /** JSON of a `Chapter` with its text. */
    chapter: text,
  },
  /**
   * A template from a PowerPoint file of an account, which has each file once. A removed one keeps its row, because designs
   * made with it can be exported.
   */
  brand_templates: {
    id: ownId,
    api_key: text,
    name: text,
    /** SHA-256 of the file, its name in the file store. */
    file_key: text,
    /** Corrected roles of layouts, as JSON. */
    roles: text,
    /** JSON of a `BrandLook`. */
    look: text,
    created_at: bigint,
    /** Since then it is not offered. */
    removed_at: orNull(bigint),
  },
  /** An image of a document of a user, who has each image once. Only a user with its row can show it. */
  pictures: {
    user_id: ofUser,
    /** Its name in outlines. */
    hash: text,
    /** SHA-256 of the file that is kept, its name in the file store. */
    file_key: text,
    type: oneOf<'png' | 'jpeg'>(),
    /** In pixels. */
    width: integer,
    height: integer,
    size: integer,
    /** When it was uploaded, or last found in a task or design. */
    needed_at: bigint,
  },
};

type Tables = typeof tables;
type RowOf<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never };
export type Schema = { [Table in keyof Tables]: RowOf<Tables[Table]> };
export const tableNames = Object.keys(tables) as (keyof Schema)[];
/** Tables whose ids the database makes. */
export const numberedTables = tableNames.filter((name) => 'id' in tables[name]);
/** Tables whose rows refer to files. */
export const fileTables = ['files', 'brand_templates', 'pictures'] as const;

export type PictureRow = Selectable<Schema['pictures']>;
export type BrandTemplateRow = Selectable<Schema['brand_templates']>;
export type TaskRow = Selectable<Schema['tasks']>;
/** Without the deck, which may be megabytes long; read it with `designContent`. */
export type DesignRow = Omit<Selectable<Schema['designs']>, 'content'>;
export type ExportRow = Selectable<Schema['exports']>;
export type FileRow = Selectable<Schema['files']>;
export type ContentJobRow = Selectable<Schema['content_jobs']>;
