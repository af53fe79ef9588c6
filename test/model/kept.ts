import type { Sequence } from './commands';
import type { Plan } from './model';

const plan: Plan = {
  stepsPerRun: 300,
  paidCalls: 12,
  formats: ['ppt'],
  review: 'off',
  contentReview: 'off',
  trouble: [],
};

/** Sequences that have failed once, shrunk. Each of them is a test from then on. */
export const kept: Record<string, Sequence> = {
  'the second export is skipped: the first one stays': {
    // Task, outline, content, design and one export.
    plan: { ...plan, formats: ['ppt', 'pdf'], paidCalls: 5 },
    commands: [{ do: 'resolve', action: 'skip', by: 'update' }],
  },
};
