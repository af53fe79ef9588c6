import type { PresentationPlan } from '../../src/decks/input/input';
import { nextStage } from '../../workflows/presentation/pipeline';
import {
  applyResolution,
  backToOutline,
  type ExportState,
  type PresentationState,
} from '../../workflows/presentation/state';
import { AT, planWith, revision, stateWith } from './decks';

const approval = { revision: 1, by: 'ada', at: AT };
const next = (state: PresentationState) => nextStage(state)?.name;
const exports = (...states: ExportState['state'][]): ExportState[] =>
  states.map((state) => ({ format: 'pdf', state, files: [] }));

/** A deck from a title that has come this far; each step is the result of a stage. */
const steps: [string, Partial<PresentationState>][] = [
  ['grant', { tokenExpiresAt: AT }],
  ['task', { taskId: 7 }],
  ['outline', { outlines: [revision(1)] }],
  ['review', { approval }],
  ['edit', { savedRevision: 1 }],
  ['content', { content: { document: revision(1).document, pages: 12 } }],
  ['template', { template: 'none' }],
  ['design', { designId: 8 }],
  ['export', { exports: exports('ready', 'ready') }],
  ['download', { exports: exports('delivered', 'delivered') }],
];

function upTo(stage: string, plan: Partial<PresentationPlan> = {}, more: Partial<PresentationState> = {}) {
  const index = steps.findIndex(([name]) => name === stage);
  const results = steps.slice(0, index + 1).map(([, result]) => result);
  return stateWith(Object.assign({ plan: planWith(plan), exports: exports('waiting', 'waiting') }, ...results, more));
}
const gates = (review: 'required' | 'off', contentReview: 'required' | 'off') => {
  const { settings } = planWith();
  return {
    settings: {
      ...settings,
      review: { ...settings.review, mode: review },
      contentReview: { ...settings.contentReview, mode: contentReview },
    },
  };
};

describe('the next stage of a deck from a title', () => {
  it.each(steps.map(([name], index) => [name, steps[index + 1]?.[0]] as const))(
    'after %s is %s',
    (stage, following) => {
      expect(next(upTo(stage))).toBe(following);
    },
  );

  it('is the grant at its beginning, whatever else it has', () => {
    expect(next(upTo('nothing'))).toBe('grant');
    const { tokenExpiresAt: _, ...state } = upTo('design');
    expect(next(state)).toBe('grant');
  });

  it('has nothing to make once there is a design, wherever it came from', () => {
    expect(next(upTo('grant', { proLayout: true, template: { color: 'red' } }, { designId: 8 }))).toBe('export');
  });
});

describe('a stage that only some decks have', () => {
  it('looks at the ids that the deck was started from', () => {
    const plan = { from: { taskId: 7 } };
    expect(next(upTo('grant', plan))).toBe('resume');
    expect(next(upTo('grant', plan, { resumed: true }))).toBe('task');
  });

  it.each([
    [{ options: {} }, true],
    [{ options: { tone: 4 } }, true],
    [{ template: { color: 'red' } }, true],
    [{ template: { rank: 2 } }, false],
    [{ template: {} }, false],
    [{}, false],
  ] as [Partial<PresentationPlan>, boolean][])('looks up the choices %j: %s', (plan, looks) => {
    expect(next(upTo('grant', plan))).toBe(looks ? 'choices' : 'task');
    expect(next(upTo('grant', plan, { choices: {} }))).toBe('task');
  });

  it.each([
    [{ kind: 'document', from: { path: 'a.docx' }, treatment: 'keep' }, 'source'],
    [{ kind: 'topic', topic: 3 }, 'source'],
    [{ kind: 'markdown', document: revision(1).document }, 'source'],
    [{ kind: 'title' }, 'task'],
  ] as [PresentationPlan['source'], string][])('takes the source %j', (source, stage) => {
    expect(next(upTo('grant', { source }))).toBe(stage);
  });

  it('takes a source once: a document to the store, a text to the revisions', () => {
    const source = { kind: 'document', from: { path: 'a.docx' }, treatment: 'keep' } as PresentationPlan['source'];
    const document = { uri: 'document:x', sha256: 'x', bytes: 1, name: 'a.docx' };
    expect(next(upTo('grant', { source }, { document }))).toBe('task');
    expect(next(upTo('grant', { source }, { outlines: [revision(1)] }))).toBe('source');
    expect(next(upTo('grant', { source: { kind: 'topic', topic: 3 } }, { outlines: [revision(1)] }))).toBe('task');
    expect(next(upTo('grant', { source: { kind: 'topic', topic: 3 } }, { document }))).toBe('source');
  });

  it('starts the paid layout once', () => {
    expect(next(upTo('content', { proLayout: true }))).toBe('layout');
    expect(next(upTo('content', { proLayout: true }, { layoutTaskId: 5 }))).toBe('template');
  });

  it('asks about the content where its gate is on, until it is approved', () => {
    expect(next(upTo('content', gates('required', 'required')))).toBe('contentReview');
    expect(next(upTo('content', gates('off', 'required')))).toBe('contentReview');
    expect(next(upTo('content', gates('required', 'required'), { contentApproval: approval }))).toBe('template');
    expect(next(upTo('content', gates('required', 'off')))).toBe('template');
  });

  it('asks once about a text that came with its own words', () => {
    const own = { content: 'as-is' } as const;
    expect(next(upTo('content', { ...own, ...gates('required', 'required') }))).toBe('template');
    expect(next(upTo('content', { ...own, ...gates('off', 'required') }))).toBe('contentReview');
    expect(next(upTo('content', { ...own, ...gates('off', 'off') }))).toBe('template');
  });
});

describe('the way back', () => {
  it('is the outline when a reviewer asked for another one', () => {
    expect(next(upTo('outline', {}, { regenerate: {} }))).toBe('outline');
    expect(next(upTo('content', {}, { regenerate: { by: 'ada' } }))).toBe('outline');
  });

  it('is the review when what was approved is discarded', () => {
    const state = upTo('content');
    backToOutline(state);
    expect(next(state)).toBe('review');
  });

  it('is the edit when another revision is approved than the service holds', () => {
    expect(next(upTo('content', {}, { approval: { ...approval, revision: 2 } }))).toBe('edit');
  });

  it('skips an edit, a layout, a template, and files one by one', () => {
    const state = upTo('review', { proLayout: true }, { stage: 'edit' });
    applyResolution(state, { action: 'skip' });
    expect(next(state)).toBe('content');
    Object.assign(state, { content: { document: revision(1).document, pages: 1 }, stage: 'layout' });
    expect(next(state)).toBe('layout');
    applyResolution(state, { action: 'skip' });
    expect(next(state)).toBe('template');
    state.stage = 'template';
    applyResolution(state, { action: 'skip' });
    expect(next(state)).toBe('design');
    Object.assign(state, { designId: 8, stage: 'export' });
    applyResolution(state, { action: 'skip' });
    expect(next(state)).toBe('export');
    applyResolution(state, { action: 'skip' });
    expect(next(state)).toBeUndefined();
  });
});

describe('files', () => {
  it.each([
    [['waiting', 'ready'], 'export'],
    [['running', 'ready'], 'export'],
    [['skipped', 'running'], 'export'],
    [['ready', 'delivered'], 'download'],
    [['skipped', 'ready'], 'download'],
    [['delivered', 'skipped'], undefined],
    [[], undefined],
  ] as const)('%j are next at %s', (states, stage) => {
    expect(next(upTo('design', {}, { exports: exports(...states) }))).toBe(stage);
  });
});

describe('a gate', () => {
  it('opens before its stage shows itself, the content as a revision', () => {
    const deck = (state: PresentationState) =>
      ({ state, plan: state.plan }) as Parameters<NonNullable<ReturnType<typeof nextStage>>['run']>[0];
    const outline = upTo('outline', gates('required', 'required'));
    nextStage(outline)!.enter!(deck(outline));
    expect(outline.waiting).toEqual({ gate: 'outline', since: expect.any(String), reminders: 0 });
    const content = upTo('content', gates('required', 'required'));
    nextStage(content)!.enter!(deck(content));
    expect(content.waiting).toMatchObject({ gate: 'content' });
    expect(content.outlines).toHaveLength(2);
    expect(nextStage(upTo('review'))!.enter).toBeUndefined();
  });
});
