import { canSkip, stages } from '../../src/core/stages';
import {
  addPaidCalls,
  addProblem,
  addRevision,
  applyResolution,
  backToOutline,
  currentOutline,
  discardContent,
  type ExportState,
  hasOwnWords,
  needsStore,
  newState,
  paidCallsOf,
  revisionToSave,
  setLeftOut,
} from '../../workflows/presentation/state';
import { AT, parkedAt, planWith, problem, revision, stateWith } from './decks';

const { revision: _, ...generated } = revision(1);
const files = (...states: ExportState['state'][]): ExportState[] =>
  states.map((state) => ({ format: 'pdf', state, files: [] }));
const approval = { revision: 3, by: 'ada', at: AT };

describe('a new deck', () => {
  it('has done nothing, paid nothing and met no problem', () => {
    expect(newState(AT)).toEqual({
      stage: 'prepare',
      startedAt: AT,
      updatedAt: AT,
      outlines: [],
      contentAttempts: 0,
      exports: [],
      problems: [],
      paidCalls: {},
      possibleDuplicates: [],
    });
  });
});

describe('revisions', () => {
  it('are numbered from one, and the last one is current', () => {
    const state = newState(AT);
    expect(currentOutline(state)).toBeUndefined();
    expect(addRevision(state, generated).revision).toBe(1);
    expect(addRevision(state, { ...generated, source: 'edited' })).toEqual({
      ...generated,
      source: 'edited',
      revision: 2,
    });
    expect(currentOutline(state)).toMatchObject({ revision: 2, source: 'edited' });
  });

  it('keep the twenty newest comments whole and shorten older ones, names and previews', () => {
    const state = newState(AT);
    for (let count = 0; count < 21; count++)
      addRevision(state, { ...generated, comment: 'c'.repeat(2000), by: 'b'.repeat(2000) });
    const [oldest, next] = state.outlines;
    expect(oldest).toMatchObject({ comment: 'c'.repeat(200), by: 'b'.repeat(200) });
    expect(oldest!.document).toEqual({ ...generated.document, preview: '' });
    expect(next).toMatchObject({ comment: 'c'.repeat(2000), by: 'b'.repeat(2000), document: generated.document });
  });

  it('gain no fields when they are shortened, and an inline text stays', () => {
    const state = newState(AT);
    const document = { sha256: 'x', bytes: 3, text: '# T' };
    for (let count = 0; count < 21; count++) addRevision(state, { ...generated, document });
    expect(state.outlines[0]).toStrictEqual({ ...generated, document, revision: 1 });
  });

  it('go to the store whatever their length once there are twenty', () => {
    const state = newState(AT);
    for (let count = 0; count < 19; count++) addRevision(state, generated);
    expect(needsStore(state)).toBe(false);
    addRevision(state, generated);
    expect(needsStore(state)).toBe(true);
  });
});

describe('problems', () => {
  const messages = (state: { problems: { message: string }[] }) => state.problems.map(({ message }) => message);

  it('are kept up to fifty, the newest ones', () => {
    const state = newState(AT);
    for (let count = 1; count <= 50; count++) addProblem(state, problem('RateLimited', `${count}`));
    expect(messages(state)).toHaveLength(50);
    addProblem(state, problem('RateLimited', '51'));
    expect(messages(state)).toHaveLength(50);
    expect([messages(state)[0], messages(state).at(-1)]).toEqual(['2', '51']);
  });

  it('of ignored messages are kept up to ten, so that a flood pushes no other problem out', () => {
    const state = newState(AT);
    addProblem(state, problem('QuotaExhausted', 'no balance'));
    for (let count = 1; count <= 10; count++) addProblem(state, problem('MessageIgnored', `ignored ${count}`));
    expect(messages(state)).toHaveLength(11);
    for (let count = 11; count <= 200; count++) addProblem(state, problem('MessageIgnored', `ignored ${count}`));
    expect(messages(state)).toEqual([
      'no balance',
      ...Array.from({ length: 10 }, (_item, index) => `ignored ${191 + index}`),
    ]);
  });
});

describe('parts of the source that are not on the slides', () => {
  const messages = ({ problems }: ReturnType<typeof newState>) => problems.map(({ message }) => message);

  it('come first, are replaced by those of a new text, and no other problem pushes them out', () => {
    const state = newState(AT);
    addProblem(state, problem('RateLimited', 'slow'));
    setLeftOut(state, ['an image'], AT);
    setLeftOut(state, ['a footnote', 'a link'], AT);
    expect(messages(state)).toEqual(['a footnote', 'a link', 'slow']);
    for (let count = 1; count <= 60; count++) addProblem(state, problem('RateLimited', `${count}`));
    expect(messages(state).slice(0, 3)).toEqual(['a footnote', 'a link', '11']);
    expect(messages(state)).toHaveLength(52);
    setLeftOut(state, [], AT);
    expect(messages(state)).toHaveLength(50);
  });
});

describe('the revision that the service must hold', () => {
  const own = () => planWith({ content: 'as-is' });

  it('is the approved outline', () => {
    expect(revisionToSave(stateWith())).toBeUndefined();
    expect(revisionToSave(stateWith({ approval }))).toBe(3);
    expect(revisionToSave(stateWith({ approval, contentApproval: { ...approval, revision: 5 } }))).toBe(3);
  });

  it('is the text approved last where the deck came with its own words', () => {
    const plan = own();
    expect(hasOwnWords({ ...newState(AT), plan })).toBe(true);
    expect(hasOwnWords(stateWith())).toBe(false);
    expect(hasOwnWords(newState(AT))).toBe(false);
    expect(revisionToSave(stateWith({ plan, approval }))).toBe(3);
    expect(revisionToSave(stateWith({ plan, approval, contentApproval: { ...approval, revision: 5 } }))).toBe(5);
  });
});

describe('what is discarded', () => {
  const made = () =>
    stateWith({
      taskId: 7,
      ticket: 't',
      content: { document: generated.document, pages: 12 },
      approval,
      contentApproval: approval,
      contentAttempts: 2,
    });

  it('after a failed content job is its ticket and its content alone', () => {
    const state = made();
    discardContent(state);
    expect(state).not.toHaveProperty('ticket');
    expect(state).not.toHaveProperty('content');
    expect(state).toMatchObject({ taskId: 7, approval, contentApproval: approval, contentAttempts: 2 });
  });

  it('on the way back to the outline is everything made of it, but not the task', () => {
    const state = made();
    backToOutline(state);
    for (const gone of ['ticket', 'content', 'approval', 'contentApproval']) expect(state).not.toHaveProperty(gone);
    expect(state).toMatchObject({ taskId: 7, contentAttempts: 0 });
  });
});

describe('the budget', () => {
  it('adds up the calls to every endpoint', () => {
    const state = newState(AT);
    expect(paidCallsOf(state)).toBe(0);
    addPaidCalls(state, 'streamOutline', 1);
    addPaidCalls(state, 'saveDesign', 1);
    addPaidCalls(state, 'streamOutline', 1);
    expect(state.paidCalls).toEqual({ streamOutline: 2, saveDesign: 1 });
    expect(paidCallsOf(state)).toBe(3);
  });

  it('takes back a call that the service did not take', () => {
    const state = newState(AT);
    addPaidCalls(state, 'streamOutline', 1);
    addPaidCalls(state, 'streamOutline', 1);
    addPaidCalls(state, 'streamOutline', -1);
    expect(state.paidCalls).toEqual({ streamOutline: 1 });
    addPaidCalls(state, 'streamOutline', -1);
    expect(state.paidCalls).toEqual({});
    expect(paidCallsOf(state)).toBe(0);
  });
});

describe('a parked deck', () => {
  const without = ['edit', 'layout', 'template', 'export', 'download'];

  it.each(stages.map((stage) => [stage, without.includes(stage)] as const))(
    'at %s can be skipped: %s',
    (stage, can) => {
      expect(canSkip(parkedAt(stage))).toBe(can);
    },
  );

  it('keeps at least one file', () => {
    for (const stage of ['export', 'download'] as const) {
      expect(canSkip(parkedAt(stage, 'QueueFull', { exports: files('skipped', 'waiting') }))).toBe(false);
      expect(canSkip(parkedAt(stage, 'QueueFull', { exports: files('delivered', 'waiting') }))).toBe(true);
    }
  });

  it('at the design can continue without its template only where that was refused', () => {
    expect(canSkip(parkedAt('design', 'TemplateRefused'))).toBe(true);
    expect(canSkip(parkedAt('content', 'TemplateRefused'))).toBe(false);
    expect(canSkip(stateWith({ stage: 'design' }))).toBe(false);
  });
});

describe('a resolution', () => {
  const exports = (): ExportState[] => [
    { format: 'ppt', state: 'delivered', files: [] },
    { format: 'pdf', state: 'waiting', files: [] },
    { format: 'png', state: 'waiting', files: [] },
  ];

  it.each([{ action: 'retry' }, { action: 'skip' }, { action: 'provide', taskId: 9 }, { action: 'abandon' }] as const)(
    '$action ends the wait for help and its retries',
    (message) => {
      const state = parkedAt('task', 'NotFound', { selfRetries: { type: 'NotFound', attempts: 3 } });
      applyResolution(state, message);
      expect(state).not.toHaveProperty('attention');
      expect(state).not.toHaveProperty('selfRetries');
    },
  );

  it('without ids leaves those that the deck has', () => {
    const state = parkedAt('content', 'QuotaExhausted', { taskId: 7, designId: 8, ticket: 't', exports: exports() });
    const before = structuredClone(state);
    applyResolution(state, { action: 'retry' });
    expect(state).toEqual({ ...before, attention: undefined });
  });

  it('a retry drops a ticket that the service does not know, so that a new job is started', () => {
    const state = parkedAt('content', 'NotFound', { ticket: 'gone' });
    applyResolution(state, { action: 'retry' });
    expect(state).not.toHaveProperty('ticket');
  });

  it('a ticket that is provided in its place is kept', () => {
    const state = parkedAt('content', 'NotFound', { ticket: 'gone' });
    applyResolution(state, { action: 'provide', ticket: 'found' });
    expect(state.ticket).toBe('found');
  });

  it('a retry at another stage keeps the ticket', () => {
    const state = parkedAt('design', 'NotFound', { ticket: 't' });
    applyResolution(state, { action: 'retry' });
    expect(state.ticket).toBe('t');
  });

  it('puts provided ids into the state', () => {
    const state = parkedAt('content');
    applyResolution(state, { action: 'provide', taskId: 7 });
    applyResolution(state, { action: 'provide', designId: 8 });
    applyResolution(state, { action: 'provide', ticket: 't-1' });
    expect(state).toMatchObject({ taskId: 7, designId: 8, ticket: 't-1' });
  });

  it('reports the design of a lost response when a person provides one', () => {
    const state = { ...newState(''), unanswered: 'design' };
    applyResolution(state, { action: 'provide', designId: 8 });
    expect(state.possibleDuplicates).toEqual([expect.stringContaining('design 8 was provided')]);
    expect(state.unanswered).toBeUndefined();
    applyResolution(state, { action: 'provide', designId: 9 });
    expect(state.possibleDuplicates).toHaveLength(1);
  });

  it('gives a found export to the first one that waits to be started', () => {
    const state = parkedAt('export', 'OutcomeUnknown', { exports: exports() });
    applyResolution(state, { action: 'provide', taskKey: 'k' });
    expect(state.exports).toEqual([
      { format: 'ppt', state: 'delivered', files: [] },
      { format: 'pdf', state: 'running', taskKey: 'k', files: [] },
      { format: 'png', state: 'waiting', files: [] },
    ]);
  });

  it('does not touch exports when none waits to be started', () => {
    const running: ExportState[] = [{ format: 'pdf', state: 'running', taskKey: 'old', files: [] }];
    const state = parkedAt('export', 'OutcomeUnknown', { exports: running });
    applyResolution(state, { action: 'provide', taskKey: 'k' });
    expect(state.exports).toEqual([{ format: 'pdf', state: 'running', taskKey: 'old', files: [] }]);
  });

  it('retry counts the attempts at the content from one again; others do not', () => {
    const state = parkedAt('content', 'GenerationFailed', { contentAttempts: 3 });
    applyResolution(state, { action: 'provide', ticket: 't' });
    expect(state.contentAttempts).toBe(3);
    applyResolution(state, { action: 'retry' });
    expect(state.contentAttempts).toBe(0);
  });

  it('raises the budget, and changes nothing before there is a plan', () => {
    const state = parkedAt('content', 'PaidCallsExhausted');
    const before = state.plan!.settings.paidCalls;
    applyResolution(state, { action: 'retry' });
    expect(state.plan!.settings.paidCalls).toBe(before);
    applyResolution(state, { action: 'retry', paidCalls: 33 });
    expect(state.plan!.settings.paidCalls).toBe(33);
    const early = newState(AT);
    applyResolution(early, { action: 'retry', paidCalls: 33 });
    expect(early).toEqual(newState(AT));
  });
});

describe('skipping', () => {
  it.each([
    ['export', ['delivered', 'waiting', 'waiting'], ['delivered', 'skipped', 'waiting']],
    ['export', ['delivered', 'running', 'waiting'], ['delivered', 'skipped', 'waiting']],
    ['download', ['ready', 'ready'], ['skipped', 'ready']],
    ['download', ['skipped', 'delivered', 'ready'], ['skipped', 'delivered', 'skipped']],
    ['export', ['delivered', 'skipped'], ['delivered', 'skipped']],
    ['export', ['ready', 'waiting'], ['ready', 'skipped']],
  ] as const)('at %s takes the first file of %j that is not done: %j', (stage, before, after) => {
    const state = parkedAt(stage, 'FileUnusable', { exports: files(...before), approval });
    applyResolution(state, { action: 'skip' });
    expect(state.exports.map((item) => item.state)).toEqual(after);
    expect(state).not.toHaveProperty('template');
    expect(state).not.toHaveProperty('savedRevision');
    expect(state.plan).toEqual(planWith());
  });

  it.each(['template', 'design'] as const)('at %s lets the service choose the template', (stage) => {
    const plan = planWith({ template: { color: 'red' } });
    const state = parkedAt(stage, 'TemplateRefused', { plan, exports: files('waiting'), approval });
    applyResolution(state, { action: 'skip' });
    expect(state.template).toBe('none');
    expect(state.plan).not.toHaveProperty('template');
    expect(state.plan!.proLayout).toBe(planWith().proLayout);
    expect(state.exports).toEqual(files('waiting'));
    expect(state).not.toHaveProperty('savedRevision');
  });

  it('at the template needs no plan', () => {
    const { plan: _plan, ...state } = parkedAt('template');
    applyResolution(state, { action: 'skip' });
    expect(state).toMatchObject({ template: 'none' });
  });

  it('at the layout continues without the paid layout', () => {
    const plan = planWith({ proLayout: true });
    expect(plan.proLayout).toBe(true);
    const state = parkedAt('layout', 'FeatureOff', { plan, approval, exports: files('waiting') });
    applyResolution(state, { action: 'skip' });
    expect(state.plan!.proLayout).toBe(false);
    expect(state).not.toHaveProperty('template');
    expect(state).not.toHaveProperty('savedRevision');
    const { plan: _plan, ...early } = parkedAt('layout');
    applyResolution(early, { action: 'skip' });
    expect(early).not.toHaveProperty('plan');
  });

  it('at the edit continues with this edit unsaved; a later one is saved again', () => {
    const state = parkedAt('edit', 'RequestRefused', { approval, exports: files('waiting') });
    applyResolution(state, { action: 'skip' });
    expect(state.savedRevision).toBe(3);
    expect(state.savedRevision).toBe(revisionToSave(state));
    expect(state.exports).toEqual(files('waiting'));
    state.approval = { ...approval, revision: 4 };
    expect(state.savedRevision).not.toBe(revisionToSave(state));
  });

  it('at the edit changes nothing where nothing is approved', () => {
    const state = parkedAt('edit');
    applyResolution(state, { action: 'skip' });
    expect(state).not.toHaveProperty('savedRevision');
  });

  it('of content that differs from the approved outline accepts it, until it is generated again', () => {
    const state = parkedAt('content', 'ContentMismatch', { approval });
    applyResolution(state, { action: 'skip' });
    expect(state.mismatchAccepted).toBe(true);
    discardContent(state);
    expect(state).not.toHaveProperty('mismatchAccepted');
  });

  it('at a stage that no deck can do without changes nothing', () => {
    const state = parkedAt('content', 'GenerationFailed', { approval, exports: files('waiting') });
    const { attention: _attention, ...before } = structuredClone(state);
    applyResolution(state, { action: 'skip' });
    expect(state).toEqual(before);
  });
});
