import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FaultyPipeline, startFaultyPipeline } from '../faults/faulty-pipeline';
import type { Command } from './commands';
import { drive } from './drive';
import type { Plan } from './model';
import { Turnstile } from './turnstile';

/** A model that agrees with everything shows nothing: here the worker runs workflow code with mistakes in it. */

const folder = mkdtempSync(join(tmpdir(), 'deck-doctored-'));
const mockDoctored = { codePath: join(folder, 'bundle.js') };
jest.mock('../../src/temporal/bundles', () => {
  const actual = jest.requireActual('../../src/temporal/bundles');
  const bundleFor = (program: string, settings: unknown) =>
    program === 'presentation' ? mockDoctored : actual.bundleFor(program, settings);
  return { ...actual, bundleFor };
});
const { builtBundle, plainTraits } = jest.requireActual('../../src/temporal/bundles');

interface Mistake {
  change: (code: string) => string;
  plan?: Partial<Plan>;
  commands: Command[];
  found: RegExp;
}
const approve = { do: 'review', decision: 'approve', revision: 'current', by: 'update' } as const;

const mistakes: Record<string, Mistake> = {
  'a decision about another revision is taken': {
    change: (code) => code.replace('if (revision === current.revision)', 'if (true)'),
    commands: [{ ...approve, revision: 'future' }],
    found: /the update was taken; the model: .*is not the current revision/,
  },
  'a decision is lost when a run hands over': {
    change: (code) =>
      code.replace(
        'const carried = { ...input, state };',
        'delete state.approval; const carried = { ...input, state };',
      ),
    plan: { stepsPerRun: 1 },
    commands: [approve],
    found: /found .*"decisions":"-, -, -".*\nmodel .*"decisions":"1 by r0, -, -"/,
  },
  'one call more is made than may be paid for': {
    change: (code) => code.replace('.paidCallsOf)(state) >= limit)', '.paidCallsOf)(state) > limit)'),
    plan: { paidCalls: 1 },
    commands: [],
    found: /found .*streamOutline 1.*\nmodel .*PaidCallsExhausted at outline/,
  },
  'a task whose answer was lost is not said': {
    change: (code) => code.replaceAll('state.possibleDuplicates.push(`', 'Object(`'),
    plan: { trouble: [{ endpoint: 'createTask', how: 'lost' }] },
    commands: [],
    found: /found .*"duplicates":0.*\nmodel .*"duplicates":1/,
  },
  'what an earlier run paid for is not said': {
    change: (code) => code.replace('state.possibleDuplicates.push(each)', 'Object(each)'),
    commands: [{ do: 'again', how: 'reset' }],
    found: /found .*"duplicates":0.*\nmodel .*"duplicates":1/,
  },
  'a resolution of a problem that is over is taken': {
    change: (code) => code.replace('Date.parse(since) < Date.parse(', 'Date.parse(since) < 0 * Date.parse('),
    plan: { trouble: [{ endpoint: 'createTask', how: 'refused' }] },
    commands: [{ do: 'resolve', action: 'retry', since: 'stale', by: 'update' }],
    found: /the update was taken; the model: .*another reason since/,
  },
};

let pipeline: FaultyPipeline;
beforeAll(async () => {
  const shipped = readFileSync(builtBundle('presentation', plainTraits).codePath, 'utf8');
  let doctored = shipped;
  for (const { change } of Object.values(mistakes)) {
    const changed = change(doctored);
    expect(changed).not.toBe(doctored);
    doctored = changed;
  }
  writeFileSync(mockDoctored.codePath, doctored);
  pipeline = await startFaultyPipeline();
});
afterAll(async () => {
  await pipeline.close();
  rmSync(folder, { recursive: true });
});

const plan: Plan = {
  stepsPerRun: 300,
  paidCalls: 12,
  formats: ['ppt'],
  review: 'required',
  contentReview: 'off',
  trouble: [],
};

it.concurrent.each(Object.keys(mistakes))('the model finds that %s', async (name) => {
  const { plan: own, commands, found } = mistakes[name]!;
  const { wrong } = await drive(pipeline, new Turnstile(), { plan: { ...plan, ...own }, commands }, 15_000);
  expect(wrong).toMatch(found);
});
