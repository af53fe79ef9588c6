import { effectiveSettings, settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';
import { planOf } from '../../src/decks/input/plan';

/** Settings that only tests and benchmarks may change. */
describe('an internal setting', () => {
  const allowed = process.env.DECK_INTERNAL_SETTINGS;
  beforeEach(() => {
    delete process.env.DECK_INTERNAL_SETTINGS;
  });
  afterEach(() => {
    process.env.DECK_INTERNAL_SETTINGS = allowed;
  });
  const parse = (text: string) => parseSettings(text, 'temporal.yaml');
  const defaults = settingsSchema.parse({});

  test.each([
    ['workflow: { polling: { floor: 10ms } }', 'workflow.polling.floor is not a setting; '],
    ['workflow: { retries: { default: { attempts: 1 } } }', 'workflow.retries is not a setting; '],
    ['service: { timeouts: { total: 1s } }', 'service.timeouts is not a setting; '],
    ['workflow:\n  polling:\n    jitter: 0.5', 'temporal.yaml:3:5: workflow.polling.jitter is not a setting; '],
    ['notifications: { timeout: 1s }', 'notifications.timeout is not a setting; '],
  ])('is refused in a file: %j', (text, message) => {
    expect(() => parse(text)).toThrow(message);
    process.env.DECK_INTERNAL_SETTINGS = '1';
    expect(parse(text)).not.toEqual(defaults);
  });

  test('is named next to other mistakes, and never as a hint', () => {
    expect(() => parse('workflow: { polling: { flor: 1s, floor: 1s } }')).toThrow(
      /workflow\.polling\.flor is not a setting; valid keys: firstDelay, cap \(and 1 more\)/,
    );
  });

  test('is refused in the settings of a deck', () => {
    const input = { uid: 'me', request: 'r', title: 'Tea', settings: { polling: { cap: '20s', deadline: '1s' } } };
    expect(() => planOf(input, defaults)).toThrow('invalid input: settings.polling.deadline: is not a setting');
    const { polling } = planOf({ ...input, settings: { polling: { cap: '20s' } } }, defaults).settings;
    expect(polling).toEqual({ ...defaults.workflow.polling, cap: 20_000 });
  });

  test('is printed only where it differs from its default', () => {
    expect(effectiveSettings(defaults)!.workflow).not.toHaveProperty('polling.floor');
    expect(effectiveSettings(defaults)!.service).not.toHaveProperty('timeouts');
    const quick = settingsSchema.parse({ workflow: { polling: { floor: '10ms' } } });
    expect(effectiveSettings(quick)).toMatchObject({ workflow: { polling: { floor: '10ms' } } });
  });
});
