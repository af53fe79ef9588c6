import type { DeckList, DeckView } from './schemas';

const startedAt = '2026-01-01T08:00:00.000Z';
const outlineAt = '2026-01-01T08:00:04.000Z';

export const deckExample: DeckView = {
  version: 'h1wPZlYyGLRYQ7vLWJmLOg',
  id: 'u1/tea',
  link: { gate: 'all', role: 'reviewer', reviewer: 'Ann' },
  workflowId: 'presentation/u1/tea',
  title: 'The history of tea',
  stage: 'review',
  step: 'review',
  status: 'RUNNING',
  summary: 'revision 1 of the outline is awaiting review',
  mayDecide: true,
  review: { gate: 'outline', since: outlineAt, reminders: 0 },
  revision: 1,
  revisions: [{ revision: 1, part: 'outline', source: 'generated', at: outlineAt, bytes: 34 }],
  exports: [{ format: 'ppt', state: 'waiting' }],
  files: [],
  startedAt,
  updatedAt: outlineAt,
};

export const deckListExample: DeckList = {
  decks: [
    {
      id: 'u1/tea',
      workflowId: 'presentation/u1/tea',
      title: 'The history of tea',
      uid: 'u1',
      stage: 'review',
      status: 'RUNNING',
      startedAt,
    },
  ],
  counts: [{ stage: 'review', decks: 1 }],
};
