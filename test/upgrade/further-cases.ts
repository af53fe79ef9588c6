import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PresentationProgress, PresentationResult } from '../../src/core/progress';
import { templateFile } from '../brand/template-file';
import { heading, paragraph, title } from '../import/docx';
import { picturesInText, richDocx } from '../import/rich-docx';
import { all, openPackage } from '../render/open-package';
import { type Case, decide, define, delivered, off, required } from './case';
import { eventually, type Installation, until } from './installation';

/** Approvals, facts and own templates. */

/** Both approvals and a group that has to be among them. */
const TWO = {
  review: {
    mode: 'required',
    reviewers: ['Ann', 'Bo', 'Li'],
    approvals: 2,
    verifiedOnly: false,
    requiredGroups: ['legal'],
  },
  reviewerGroups: { legal: ['Li'] },
};

const FACTS = 'Revenue or main result: 4.2 million, 5 % above plan\nExpected result: 4.4 to 4.7 million';

const slidesOf = (kept: Installation, { files }: PresentationResult) =>
  openPackage(readFileSync(kept.here(files[0]!.path)));
const textOf = (parts: Map<string, string>) =>
  [...parts]
    .flatMap(([path, xml]) => (path.startsWith('ppt/slides/slide') ? all(xml, /<a:t>([^<]*)<\/a:t>/g) : []))
    .join('');

export const furtherCases: Record<string, Case<unknown>> = {
  /** A gate that has one of two approvals, and an objection that no one has resolved. */
  'two-approvals': define({
    pace: 'quick',
    async bring(kept) {
      const deck = await kept.order({ uid: 'two-approvals', settings: TWO });
      await until(deck, ({ review }) => review !== undefined);
      await decide(deck, { revision: 1, decision: 'approve', reviewer: 'Ann' });
      await decide(deck, { revision: 1, decision: 'request-changes', reviewer: 'Bo', comment: 'Shorter, please' });
      return {};
    },
    async carry(kept) {
      const deck = kept.deck({ uid: 'two-approvals' });
      const { review, threads } = await until(deck, (progress) => progress.review !== undefined);
      expect(review).toMatchObject({
        mayDecide: ['Ann', 'Bo', 'Li'],
        approvals: { required: 2 },
      });
      expect(threads).toMatchObject([{ number: 1, revision: 1, by: 'Bo', text: 'Shorter, please', objection: true }]);
      await expect(decide(deck, { revision: 1, decision: 'approve', reviewer: 'ada' })).rejects.toThrow();
      await decide(deck, { revision: 1, decision: 'resolve-thread', reviewer: 'Bo', thread: 1 });
      for (const reviewer of ['Ann', 'Li']) {
        const { approvals } = (await deck.query<PresentationProgress>('progress')).review ?? {};
        if (approvals?.given.some(({ by }) => by === reviewer)) continue;
        await decide(deck, { revision: 1, decision: 'approve', reviewer });
      }
      const result = await delivered(kept, deck);
      expect(result.decisions?.map(({ decision, by }) => `${decision} by ${by}`)).toEqual(
        expect.arrayContaining(['approve by Ann', 'request-changes by Bo', 'resolve-thread by Bo', 'approve by Li']),
      );
    },
  }),

  /** A frame whose prompts were answered by facts of the input. */
  facts: define({
    pace: 'quick',
    async bring(kept) {
      const deck = await kept.order({ uid: 'facts', title: 'Q3 business review', facts: FACTS, settings: required });
      const { outline } = await until(deck, (progress) => progress.review !== undefined);
      return { revision: outline!.revision };
    },
    async carry(kept, { revision }) {
      const deck = kept.deck({ uid: 'facts' });
      await until(deck, ({ review }) => review !== undefined);
      await decide(deck, { revision, decision: 'approve' });
      const result = await delivered(kept, deck);
      expect(textOf(slidesOf(kept, result))).toContain('4.2 million, 5 % above plan');
      expect(result.problems.map(({ type }) => type)).toContain('Frame');
    },
  }),

  /** A Word document whose image the service has kept, before the task that shows it. */
  picture: define({
    pace: 'quick',
    async bring(kept) {
      const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0080ff' } })
        .png()
        .toBuffer();
      const { runs, more } = picturesInText([{ bytes, alt: 'A quay' }]);
      const body = [title('Harbour'), heading(1, 'Costs'), paragraph('The quay costs money.'), paragraph(runs[0]!)];
      const file = join(kept.directory, 'harbour.docx');
      writeFileSync(file, richDocx(body, more));
      await kept.command('start', '--document', file, '--uid', 'picture', '--key', 'r1', '--review', 'required');
      rmSync(file);
      await until(kept.deck({ uid: 'picture' }), ({ review }) => review !== undefined);
      return {};
    },
    async carry(kept) {
      const deck = kept.deck({ uid: 'picture' });
      const { outline } = await until(deck, ({ review }) => review !== undefined);
      await decide(deck, { revision: outline!.revision, decision: 'approve' });
      const parts = slidesOf(kept, await delivered(kept, deck));
      expect([...parts.keys()].filter((path) => path.startsWith('ppt/media/'))).toHaveLength(1);
      expect([...parts.values()].some((xml) => xml.includes('descr="A quay"'))).toBe(true);
    },
  }),

  /** A deck in the account's own PowerPoint file. */
  brand: define({
    pace: 'slow exports',
    async bring(kept) {
      const file = join(kept.directory, 'acme.potx');
      writeFileSync(file, templateFile({}));
      const { id } = (await kept.command('template', 'add', file, '--name', 'Acme')) as { id: number };
      rmSync(file);
      const deck = await kept.order({ uid: 'brand', template: { id, type: 2 }, settings: off });
      await until(deck, ({ exports }) => exports[0]?.state === 'running');
      return { id };
    },
    async carry(kept, { id }) {
      const deck = kept.deck({ uid: 'brand' });
      const result = await delivered(kept, deck);
      expect((await deck.query<PresentationProgress>('progress')).template).toEqual({ id, type: 2 });
      expect(await eventually(() => kept.command('template', 'list'))).toMatchObject([{ id, name: 'Acme' }]);
      const layouts = [...slidesOf(kept, result)].filter(([path]) => /^ppt\/slideLayouts\/[^/]+\.xml$/.test(path));
      expect(layouts.flatMap(([, xml]) => all(xml, /<p:cSld name="([^"]*)"/g))).toContain('Section Header');
    },
  }),
};
