import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectiveSettings, loadSettings, settingsSchema } from '../../src/config';
import { parseSettings } from '../../src/config/parse';
import { defaultServiceProfile } from '../../src/contract/profile';
import { planOf } from '../../src/input/plan';

const defaults = settingsSchema.parse({});
const second = 1000;

describe('a setting that was removed', () => {
  const warned: string[] = [];
  const parse = (text: string) => parseSettings(text, 'temporal.yaml', { warn: (sentence) => warned.push(sentence) });
  beforeEach(() => void warned.splice(0));

  test('says what holds now, and stops nothing', () => {
    expect(parse('service: { uid: me, limits: { reply: 1 MB }, token: { refreshMargin: 0.1 } }').service.uid).toBe(
      'me',
    );
    expect(warned).toEqual([
      'service.limits.reply was removed in 0.2; the value is now fixed at 8 MB. Remove it from the settings file.',
    ]);
  });

  test('is read without a word where it says what holds, and with its section left empty', () => {
    const text = 'service: { limits: { reply: 8 MB, stream: 16 MB, event: 1 MB } }\ndocuments: { store: directory }';
    expect(parse(text)).toEqual(defaults);
    expect(parse('service:\n  token:\n  limits:\n    # reply: 1 MB')).toEqual(defaults);
    expect(warned).toEqual([]);
  });

  test('hides no other mistake', () => {
    expect(() => parse('service: { limits: { replies: 8 MB } }')).toThrow('service.limits is not a setting');
  });
});

describe('a setting that was renamed', () => {
  const warned: string[] = [];
  const parse = (text: string) => parseSettings(text, 'temporal.yaml', { warn: (sentence) => warned.push(sentence) });
  beforeEach(() => void warned.splice(0));

  test.each([
    ['service: { deadlines: { connect: 5s } }', 'service: { timeouts: { connect: 5s } }'],
    ['documents: { largest: 1 MB }', 'documents: { maxSize: 1 MB }'],
    ['download: { largest: 1 MB }', 'download: { maxSize: 1 MB }'],
    ['notifications: { deadline: 5s }', 'notifications: { timeout: 5s }'],
    ['notifications: { email: { kinds: [deck.failed] } }', 'notifications: { email: { eventTypes: [deck.failed] } }'],
    [
      'notifications: { webhooks: [{ url: {env: U}, secret: {env: S}, kinds: [deck.failed] }] }',
      'notifications: { webhooks: [{ url: {env: U}, secret: {env: S}, eventTypes: [deck.failed] }] }',
    ],
    ['telemetry: { metrics: { census: 5s } }', 'telemetry: { metrics: { visibilityPollInterval: 5s } }'],
    ['profile: { paging: { largestPageSize: 50 } }', 'profile: { paging: { maxPageSize: 50 } }'],
    ['profile: { designOrder: { standard: lastModified } }', 'profile: { designOrder: { default: lastModified } }'],
    ['profile: { userCount: { mostUsers: 5 } }', 'profile: { userCount: { maxUsers: 5 } }'],
  ])('keeps its old name for one release: %s', (old, current) => {
    expect(parse(current)).not.toEqual(defaults);
    expect(warned).toEqual([]);
    expect(parse(old)).toEqual(parse(current));
    expect(warned).toHaveLength(1);
  });

  test('is reported with both names', () => {
    parse('notifications: { webhooks: [{ url: {env: U}, secret: {env: S}, kinds: [deck.failed] }] }');
    expect(warned).toEqual([
      'notifications.webhooks.0.kinds was renamed to notifications.webhooks.0.eventTypes in 0.2. ' +
        'Rename it in the settings file.',
    ]);
  });

  test('counts under its new name where the file has both', () => {
    const { connect } = parse('service: { deadlines: { connect: 5s }, timeouts: { connect: 7s } }').service.timeouts;
    expect(connect).toBe(7 * second);
  });
});

describe('the retry classes of 0.1', () => {
  const patient = { firstDelay: 5 * second, growth: 2, cap: 30 * second, attempts: 20 };

  test('lie over the default class, in a settings file', () => {
    const text = 'workflow: { retries: { default: { firstDelay: 5s }, read: { attempts: 3 }, stream: } }';
    const { retries } = parseSettings(text, 'temporal.yaml').workflow;
    expect(retries).toMatchObject({ default: patient, read: { ...patient, attempts: 3 } });
    expect(retries.stream).toBeUndefined();
  });

  test('and in the settings of a deck', () => {
    const workflow = settingsSchema.parse({ workflow: { retries: { default: { firstDelay: '5s' } } } }).workflow;
    const input = { uid: 'me', request: 'r', title: 'Tea', settings: { retries: { read: { attempts: 3 } } } };
    const { retries } = planOf(input, { workflow, profile: defaultServiceProfile }).settings;
    expect(retries).toMatchObject({ default: patient, create: defaults.workflow.retries.create });
    expect(retries.read).toEqual({ ...patient, attempts: 3 });
    // Workflow code of 0.1.0, which a worker may still run, reads every class.
    for (const name of ['write', 'stream', 'download'] as const) expect(retries[name]).toEqual(patient);
  });
});

describe('the service profile', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'deck-profile-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true }));
  const load = (text: string) => {
    writeFileSync(join(cwd, 'temporal.yaml'), text);
    return loadSettings({ cwd, env: {} });
  };

  test('is the built-in one, with what a section `profile` says instead', () => {
    expect(load('log: { level: warn }').profile).toEqual(defaultServiceProfile);
    const { profile } = load('profile: { trashDays: 7, paging: { pageSize: 5 } }');
    const paging = { ...defaultServiceProfile.paging, pageSize: 5 };
    expect(profile).toEqual({ ...defaultServiceProfile, trashDays: 7, paging });
  });

  test('is read from the file that the settings name, below that section', () => {
    writeFileSync(join(cwd, 'ours.yaml'), 'trashDays: 90\npaging: { pageSize: 50 }\n');
    const settings = load('service: { profile: ours.yaml }\nprofile: { trashDays: 7 }');
    const paging = { ...defaultServiceProfile.paging, pageSize: 50 };
    expect(settings.profile).toEqual({ ...defaultServiceProfile, trashDays: 7, paging });
    expect(settings.service.profile).toBe(join(cwd, 'ours.yaml'));
  });

  test('may have the old names in its file', () => {
    writeFileSync(join(cwd, 'ours.yaml'), 'paging: { largestPageSize: 50 }\nuserCount: { mostUsers: 5 }\n');
    const { profile } = load('service: { profile: ours.yaml }');
    expect([profile.paging.maxPageSize, profile.userCount.maxUsers]).toEqual([50, 5]);
  });

  test('is printed with the settings only where it is not the built-in one', () => {
    expect(effectiveSettings(load(''))).not.toHaveProperty('profile');
    const printed = effectiveSettings(load('profile: { trashDays: 7 }'));
    expect(settingsSchema.parse(printed).profile.trashDays).toBe(7);
  });

  test('is refused by its own file and line', () => {
    writeFileSync(join(cwd, 'ours.yaml'), 'trashDays: 90\npageing: 1\n');
    expect(() => load('service: { profile: ours.yaml }')).toThrow(
      `${join(cwd, 'ours.yaml')}:2:1: pageing is not a setting; did you mean paging?`,
    );
    expect(() => load('service: { profile: theirs.yaml }')).toThrow(
      `service.profile is set to ${join(cwd, 'theirs.yaml')}, which does not exist.`,
    );
  });
});
