import { defaultServiceProfile } from '../../src/contract/profile';
import { planOf } from '../../src/decks/input/plan';
import { defaultWorkflowSettings } from '../setup/workflow-settings';

const settings = { workflow: defaultWorkflowSettings, profile: defaultServiceProfile };
const plan = (input: unknown) => planOf(input, settings);
const base = { uid: 'u1', request: 'r1', title: 'A title' };

describe('the plan of an input', () => {
  it('fills every choice in from the settings', () => {
    expect(plan(base)).toEqual({
      ...base,
      channel: '',
      folderId: 'r1',
      titled: true,
      name: 'A title',
      source: { kind: 'title' },
      provider: 'default',
      content: 'ticket',
      proLayout: false,
      formats: ['ppt'],
      edit: true,
      zip: false,
      wire: {
        taskType: 1,
        proLayout: 2,
        newestCreated: 1,
        formats: { ppt: 'ppt', pdf: 'pdf', png: 'png', jpeg: 'jpeg' },
      },
      settings: defaultWorkflowSettings,
    });
  });

  it('takes overrides in the words of temporal.yaml', () => {
    const { settings } = plan({
      ...base,
      settings: { review: { mode: 'off', deadline: '2 days' }, onFailure: 'fail' },
    });
    expect(settings.review).toEqual({ ...defaultWorkflowSettings.review, mode: 'off', deadline: 172_800_000 });
    expect(settings.onFailure).toBe('fail');
    expect(settings.polling).toEqual(defaultWorkflowSettings.polling);
  });

  it('trims the title and keeps every script', () => {
    expect(plan({ ...base, title: '  人工智能 – “état” 🎉 ' }).title).toBe('人工智能 – “état” 🎉');
  });

  it.each([
    [{}, 'uid: uid must be text; request: request must be text'],
    [{ uid: 'u1', request: 'r1' }, 'title: title is missing'],
    [{ ...base, title: '' }, 'title: title is empty'],
    [{ ...base, title: '   ' }, 'title: title is empty'],
    [{ ...base, title: 'x'.repeat(201) }, 'title: title is longer than 200 characters'],
    [{ ...base, title: 'a\u0007b' }, 'title: title contains control characters or line breaks'],
    [{ ...base, title: 'a\nb' }, 'title: title contains control characters or line breaks'],
    [{ ...base, uid: 'a/b' }, 'uid: uid must only contain letters, digits'],
    [{ ...base, request: '' }, 'request: request is empty'],
    [{ ...base, shade: 'red' }, 'shade is not a field'],
    // Compared with each field, it would take minutes.
    [{ ...base, ['titel'.repeat(400_000)]: 1 }, 'is not a field'],
    [{ ...base, template: { id: 5 } }, 'template: id and type must be given together'],
    [{ ...base, template: { id: 5, type: 3 } }, 'template.type'],
    [{ ...base, formats: ['ppt', 'ppt'] }, 'formats: formats contains a format twice'],
    [{ ...base, formats: [] }, 'formats'],
    [{ ...base, formats: ['doc'] }, 'formats.0'],
    [{ ...base, settings: { review: { mode: 'maybe' } } }, 'settings.review.mode'],
    [{ ...base, settings: { polling: { firstDelay: 'soon' } } }, 'settings.polling.firstDelay: must be a duration'],
    [{ ...base, settings: { pace: 1 } }, 'settings: pace is not a field; the fields are '],
    [{ ...base, settings: { revew: {} } }, 'settings: revew is not a field; did you mean review?'],
    [{ ...base, template: { stile: 'blue' } }, 'template: stile is not a field; did you mean style?'],
    [{ ...base, settings: { polling: { floor: '10ms' } } }, 'polling.floor must not be lower'],
    [{ ...base, settings: { paidCalls: 500 } }, 'settings.paidCalls not higher, than in temporal.yaml'],
    [{ ...base, state: { taskId: 1 } }, 'state is not a field'],
    ['A title', 'invalid input'],
    [null, 'invalid input'],
  ])('of %j is refused with the path of the field', (input, sentence) => {
    expect(() => plan(input)).toThrow(
      expect.objectContaining({ type: 'InvalidInput', nonRetryable: true, message: expect.stringContaining(sentence) }),
    );
  });
});
