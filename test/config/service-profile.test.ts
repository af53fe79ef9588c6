import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectiveSettings, loadSettings, settingsSchema } from '../../src/config';
import { defaultServiceProfile } from '../../src/contract/profile';

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
