import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  BATCH,
  type BatchProgress,
  type BatchResult,
  type BatchRow,
  batchIdOf,
  EXPORT_DESIGN,
  type ExportDesignInput,
  type ExportDesignResult,
} from '../../src/core/batch';
import type { PresentationProgress } from '../../src/core/progress';
import type { BatchInput } from '../../src/decks/input/batch';
import { holdingsOf } from '../faults/checker';
import { EDITED, MARKDOWN } from '../pipeline/routes';
import type { Reply } from '../service/session';
import { type Case, decide, define, delivered, design, hasText, off, required, session } from './case';
import { furtherCases } from './further-cases';
import { eventually, FOR_YEARS, type Installation, until } from './installation';

/** Above 4 KB, so that it is in the document store. */
const LONG = `${EDITED}\n${Array.from({ length: 40 }, (_, at) => `### Page ${at}\n\n#### ${'Leaves and water '.repeat(8).trim()}\n`).join('\n')}`;

export const cases: Record<string, Case<unknown>> = {
  'outline-review': define({
    pace: 'quick',
    async bring(kept) {
      const deck = await kept.order({ uid: 'outline-review', formats: ['pdf'], settings: required });
      await until(deck, ({ review }) => review !== undefined);
      await decide(deck, { revision: 1, decision: 'edit', outline: LONG });
      const { outline } = await until(
        deck,
        (progress) => progress.review !== undefined && progress.outline?.revision === 2,
      );
      expect(outline?.document).toHaveProperty('uri');
      return {};
    },
    async carry(kept) {
      const deck = kept.deck({ uid: 'outline-review' });
      const { review, revisions } = await until(deck, (progress) => progress.review !== undefined);
      expect(review).toMatchObject({ gate: 'outline', reminders: 0 });
      expect(revisions.map(({ source, by }) => [source, by])).toEqual([
        ['generated', undefined],
        ['edited', 'ada'],
      ]);
      await expect(decide(deck, { revision: 1, decision: 'approve' })).rejects.toThrow();
      expect(await kept.command('review', 'outline-review/r1')).toMatchObject({
        revision: 2,
        outline: expect.stringContaining('A corner of one’s own'),
      });
      await decide(deck, { revision: 2, decision: 'approve' });
      expect(await delivered(kept, deck, ['pdf'])).toMatchObject({ revision: 2, approval: { by: 'ada' } });
      expect(hasText(design(kept, 'outline-review')[0], 'A corner of one’s own')).toBe(true);
    },
  }),

  'content-review': define({
    pace: 'quick',
    async bring(kept) {
      const settings = { ...off, contentReview: { mode: 'required' } };
      const deck = await kept.order({ uid: 'content-review', content: 'stream', settings });
      const { outline } = await until(deck, ({ review }) => review?.gate === 'content');
      return { revision: outline!.revision };
    },
    async carry(kept, { revision }) {
      const deck = kept.deck({ uid: 'content-review' });
      await until(deck, ({ review }) => review?.gate === 'content');
      await decide(deck, { revision, decision: 'approve' });
      expect(await delivered(kept, deck)).toMatchObject({ contentApproval: { revision, by: 'ada' } });
    },
  }),

  'own-words': define({
    pace: 'quick',
    async bring(kept) {
      const input = { uid: 'own-words', markdown: MARKDOWN, proLayout: true, settings: required } as const;
      await until(await kept.order(input), ({ review }) => review !== undefined);
      return {};
    },
    async carry(kept) {
      const deck = kept.deck({ uid: 'own-words' });
      await decide(deck, { revision: 1, decision: 'approve' });
      await delivered(kept, deck);
      expect(hasText(design(kept, 'own-words')[0], 'One shelf')).toBe(true);
    },
  }),

  /** The next moment that its review waits for has passed when it continues, or comes soon. */
  reminded: define({
    pace: 'slow jobs',
    async bring(kept) {
      const review = { mode: 'required', reminders: ['30s', FOR_YEARS] };
      const deck = await kept.order({ uid: 'reminded', settings: { review } });
      await until(deck, (progress) => progress.review !== undefined);
      return {};
    },
    async carry(kept) {
      const deck = kept.deck({ uid: 'reminded' });
      await until(deck, ({ review }) => review?.reminders === 1);
      await decide(deck, { revision: 1, decision: 'approve' });
      await delivered(kept, deck);
    },
  }),

  /** Its time is over, and no one has decided. */
  overdue: define({
    pace: 'slow jobs',
    async bring(kept) {
      const review = { mode: 'required', deadline: '30s', onDeadline: 'approve' };
      const deck = await kept.order({ uid: 'overdue', settings: { review } });
      await until(deck, (progress) => progress.review !== undefined);
      return {};
    },
    async carry(kept) {
      expect(await delivered(kept, kept.deck({ uid: 'overdue' }))).toMatchObject({ approval: { by: 'deadline' } });
    },
  }),

  polling: define({
    pace: 'slow jobs',
    async bring(kept) {
      const deck = await kept.order({ uid: 'polling', settings: off });
      await eventually(() => kept.rows('select * from content_jobs where status = ?', 'running').length > 0);
      return { ticket: (await until(deck, ({ ticket }) => ticket !== undefined)).ticket };
    },
    async carry(kept, { ticket }) {
      const result = await delivered(kept, kept.deck({ uid: 'polling' }));
      expect(result.paidCalls).toMatchObject({ startContent: 1 });
      const jobs = kept.rows('select status from content_jobs where ticket = ?', ticket);
      expect(jobs).toEqual([{ status: 'succeeded' }]);
    },
  }),

  exporting: define({
    pace: 'slow exports',
    async bring(kept) {
      const deck = await kept.order({ uid: 'exporting', formats: ['ppt', 'pdf'], settings: off });
      await until(deck, ({ exports }) => exports[0]?.state === 'running');
      return { key: holdingsOf(kept.dataDirectory, 'exporting').exports[0]?.key };
    },
    async carry(kept, { key }) {
      await delivered(kept, kept.deck({ uid: 'exporting' }), ['ppt', 'pdf']);
      const exports = holdingsOf(kept.dataDirectory, 'exporting').exports.map((one) => one.key);
      expect(exports).toHaveLength(2);
      expect(exports).toContain(key);
    },
  }),

  parked: define({
    pace: 'quick',
    async bring(kept) {
      await kept.admin('faults', { endpoint: 'startContent', uid: 'parked', effect: { type: 'code', code: 40007 } });
      const deck = await kept.order({ uid: 'parked', settings: off });
      const { attention } = await until(deck, (progress) => progress.attention !== undefined);
      const { stage, type } = attention!;
      return { stage, type };
    },
    async carry(kept, facts) {
      const deck = kept.deck({ uid: 'parked' });
      // The refusal is in the words of the service that parked the deck, the rest in those of the release that replays.
      const { stage, type } = facts;
      const message = expect.stringMatching(/^could not start the content job: .*40007/);
      const remedy = expect.stringMatching(
        /^top up the account, then retry: deck resolve parked\/r1 --retry( --since \S+)?$/,
      );
      expect(await deck.query<PresentationProgress>('progress')).toMatchObject({
        attention: { stage, type, message, remedy },
      });
      await deck.executeUpdate('resolve', { args: [{ action: 'retry', by: 'ada' }] });
      const { problems } = await delivered(kept, deck);
      // Since 0.2.0, a deck from a title is a frame, which is a problem of its own.
      expect(problems.filter((problem) => problem.type !== 'Frame')).toMatchObject([{ stage, type, message }]);
    },
  }),

  /** A call that the service refuses just now and that Temporal makes again. */
  'being-retried': define({
    pace: 'slow jobs',
    async bring(kept) {
      await kept.admin('faults', {
        endpoint: 'createTask',
        uid: 'being-retried',
        effect: { type: 'status', status: 429 },
      });
      const deck = await kept.order({ uid: 'being-retried', settings: off });
      await eventually(async () =>
        (await deck.describe()).raw.pendingActivities?.some(({ attempt, lastFailure }) => attempt! > 1 && lastFailure),
      );
      return {};
    },
    async carry(kept) {
      const { problems } = await delivered(kept, kept.deck({ uid: 'being-retried' }));
      // Its outline is generated after the upgrade, as a frame.
      expect(problems.map(({ type }) => type)).toEqual(['Frame']);
    },
  }),

  /** Of six lines two are done, two wait for a person, two have not begun. */
  batch: define({
    pace: 'quick',
    async bring(kept) {
      const items = [off, off, required, required, off, off].map((settings, index) => ({
        uid: `batch-${index + 1}`,
        title: `Deck ${index + 1}`,
        settings,
      }));
      const input: BatchInput = {
        batch: 'kept',
        window: 2,
        items: items.map((item) => JSON.stringify(item)).join('\n'),
      };
      await kept.client.workflow.start(BATCH, {
        taskQueue: kept.settings.temporal.taskQueue,
        workflowId: batchIdOf('kept'),
        args: [input],
      });
      await eventually(async () => {
        const { delivered: done, started } = await batch(kept).query<BatchProgress>('progress');
        return done === 2 && started === 4;
      });
      for (const line of [3, 4]) await until(ofBatch(kept, line), ({ review }) => review !== undefined);
      // Also written down.
      await eventually(async () => (await batch(kept).describe()).raw.pendingActivities?.length === 0);
      return {};
    },
    async carry(kept) {
      expect(await batch(kept).query<BatchProgress>('progress')).toMatchObject({
        delivered: 2,
        started: 4,
        running: 2,
      });
      for (const line of [3, 4]) await decide(ofBatch(kept, line), { revision: 1, decision: 'approve' });
      const result: BatchResult = await batch(kept).result();
      expect(result).toMatchObject({ outcome: 'finished', total: 6, started: 6, existing: 0, delivered: 6, failed: 0 });
      for (const line of [1, 2, 3, 4, 5, 6]) await delivered(kept, ofBatch(kept, line));
      const lines = readFileSync(kept.here(result.report.jsonl), 'utf8').trimEnd().split('\n');
      const rows = lines.map((text) => JSON.parse(text) as BatchRow);
      expect(rows.map(({ line }) => line).sort()).toEqual([1, 2, 3, 4, 5, 6]);
      expect(rows.map(({ outcome }) => outcome)).toEqual(Array(6).fill('delivered'));
    },
  }),

  schedule: define({
    pace: 'quick',
    async bring(kept) {
      const every = ['--every', FOR_YEARS, '--title', 'Every ten years', '--uid', 'schedule'];
      await kept.command('schedule', 'create', 'kept', ...every);
      // As its input has no settings, its decks wait for no one.
      await eventually(async () => (await schedules(kept)).length === 1);
      return {};
    },
    async carry(kept) {
      const [listed] = await schedules(kept);
      expect(listed).toMatchObject({
        name: 'kept',
        title: 'Every ten years',
        when: `every ${FOR_YEARS}`,
        paused: false,
      });
      await kept.command('schedule', 'trigger', 'kept');
      const request = await eventually(async () => {
        const query = `WorkflowType = 'presentation' AND PresentationUid = 'schedule'`;
        for await (const { workflowId } of kept.client.workflow.list({ query })) return workflowId.split('/')[2];
        return undefined;
      });
      await delivered(kept, kept.deck({ uid: 'schedule', request }));
    },
  }),

  /** A review whose notification could not be delivered. */
  'to-be-told': define({
    pace: 'quick',
    async bring(kept) {
      const deck = await kept.order({ uid: 'to-be-told', settings: required });
      await until(deck, ({ review }) => review !== undefined);
      return {};
    },
    async carry(kept, _, receiver) {
      const deck = kept.deck({ uid: 'to-be-told' });
      const { event } = (await receiver.until(() => receiver.of(deck)[0]))!;
      expect(event).toMatchObject({ type: 'review.requested', data: { title: 'About to-be-told', revision: 1 } });
      await decide(deck, { revision: 1, decision: 'reject' });
      expect(await deck.result()).toMatchObject({ outcome: 'rejected' });
      expect(receiver.of(deck)).toHaveLength(1);
    },
  }),

  delivered: define({
    pace: 'quick',
    async bring(kept) {
      const deck = await kept.order({ uid: 'delivered', formats: ['ppt', 'pdf'], settings: off });
      const { files, designId } = await deck.result();
      return { files, designId: designId! };
    },
    async carry(kept, { files, designId }) {
      const deck = kept.deck({ uid: 'delivered' });
      const result = await delivered(kept, deck, ['ppt', 'pdf']);
      expect(result.files).toEqual(files.map((file) => ({ ...file, path: kept.here(file.path) })));
      expect(await kept.command('list')).toContainEqual(
        expect.objectContaining({ workflowId: deck.workflowId, stage: 'delivered' }),
      );

      // The old export under a new link, byte for byte.
      const user = await session(kept, 'delivered');
      for (const { key, format } of holdingsOf(kept.dataDirectory, 'delivered').exports) {
        const links: Reply = await user.form('/api/download/export/file/result', { task_key: key });
        const bytes = Buffer.from(await (await fetch(links.data[0])).arrayBuffer());
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        expect(files.filter((file) => file.format === format).map((file) => file.sha256)).toEqual([sha256]);
      }
      const { list } = (await user.get('/api/design/list')).data;
      expect(list).toMatchObject([{ id: designId, name: 'About delivered' }]);

      // And a new one of the old design.
      const input: ExportDesignInput = { uid: 'delivered', request: 'again', designId, formats: ['png'], zip: true };
      const again: ExportDesignResult = await kept.client.workflow.execute(EXPORT_DESIGN, {
        taskQueue: kept.settings.temporal.taskQueue,
        workflowId: 'export-again',
        args: [input],
      });
      expect(again).toMatchObject({ designId, problems: [], files: [{ format: 'png' }] });
      expect(existsSync(kept.here(again.files[0]!.path))).toBe(true);
      expect(holdingsOf(kept.dataDirectory, 'delivered').designs).toHaveLength(1);
    },
  }),

  /** One design that still has days in the trash, and one that has none. */
  trash: define({
    pace: 'quick',
    async bring(kept) {
      const user = await session(kept, 'trash');
      const task_id = await user.writtenTask('Salt');
      const save = async (name: string): Promise<number> =>
        (await user.form('/api/design/v2/save', { task_id, name })).data.id;
      const [inTrash, over] = [await save('In the trash'), await save('Over')];
      const remove = async (id: number) =>
        expect((await user.form('/api/design/delete', { user_design_id: id })).code).toBe(0);
      await remove(inTrash);
      await kept.admin('clock', { offset: -20 * 365 * 86_400_000 });
      await remove(over);
      await kept.admin('clock', { reset: true });
      return { inTrash, over };
    },
    async carry(kept, { inTrash, over }) {
      const user = await session(kept, 'trash');
      const ids = () => design(kept, 'trash').map(({ id }) => id);
      expect((await user.get('/api/design/del/list')).data.list).toMatchObject([{ id: inTrash, name: 'In the trash' }]);
      expect(ids()).toEqual([inTrash, over]);
      await kept.housekeeping();
      await eventually(() => !ids().includes(over));
      expect(ids()).toEqual([inTrash]);
      expect((await user.form('/api/design/revert', { user_design_id: inTrash })).code).toBe(0);
      const key = (await user.form('/api/download/export/file', { id: inTrash, format: 'ppt' })).data;
      expect((await user.exported(key)).data).toHaveLength(1);
    },
  }),

  ...furtherCases,
};

const batch = (kept: Installation) => kept.client.workflow.getHandle(batchIdOf('kept'));
const ofBatch = (kept: Installation, line: number) => kept.deck({ uid: `batch-${line}`, request: `kept-${line}` });
const schedules = (kept: Installation) => kept.command('schedule', 'list') as Promise<{ name: string }[]>;
