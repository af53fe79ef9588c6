import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecret, serviceBaseUrl, serviceCredentials, settingsSchema } from '../../src/config';

describe('a secret', () => {
  const directory = mkdtempSync(join(tmpdir(), 'deck-secret-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };

  test('is read from a variable or a file, without the line break at its end', () => {
    expect(readSecret({ env: 'KEY' }, 'service.secretKey', { KEY: 'abc' })).toBe('abc');
    expect(readSecret({ file: file('key', 'abc\n') }, 'service.secretKey', {})).toBe('abc');
  });

  test.each([
    [{ env: 'KEY' }, 'service.secretKey uses the environment variable KEY, which is not set.'],
    [{ file: '/nowhere/key' }, 'service.secretKey uses the file /nowhere/key, which does not exist.'],
    [{ file: file('empty', '\n') }, `service.secretKey uses the file ${join(directory, 'empty')}, which is empty.`],
    [{ file: directory }, `service.secretKey uses the file ${directory}, which is a directory, not a file.`],
  ])('that does not exist is reported as missing: %j', (reference, sentence) => {
    expect(() => readSecret(reference, 'service.secretKey', {})).toThrow(sentence);
  });
});

describe('the key pair of the client', () => {
  const embedded = settingsSchema.parse({});
  const demo = { apiKey: 'demo-access-key', secretKey: 'demo-secret-key' };

  test('is the demo pair for the embedded service when nothing is set', () => {
    expect(serviceCredentials(embedded, {})).toEqual(demo);
  });

  test('is what the variables say', () => {
    expect(serviceCredentials(embedded, { DECK_API_KEY: 'a', DECK_SECRET_KEY: 's' })).toEqual({
      apiKey: 'a',
      secretKey: 's',
    });
  });

  test('is never half a demo pair', () => {
    expect(() => serviceCredentials(embedded, { DECK_API_KEY: 'a' })).toThrow(
      'service.secretKey uses the environment variable DECK_SECRET_KEY, which is not set.',
    );
  });

  test('is never the demo pair for another service, nor without the demo account', () => {
    const sentence = 'service.apiKey uses the environment variable DECK_API_KEY, which is not set.';
    for (const input of [{ service: { baseUrl: 'https://example.com' } }, { server: { demoAccount: false } }])
      expect(() => serviceCredentials(settingsSchema.parse(input), {})).toThrow(sentence);
  });
});

test.each([
  [{}, 'http://127.0.0.1:8787'],
  [{ server: { host: '0.0.0.0', port: 80, demoAccount: false } }, 'http://127.0.0.1:80'],
  [{ server: { host: '::1' } }, 'http://[::1]:8787'],
  [{ service: { baseUrl: 'https://example.com/base/' } }, 'https://example.com/base'],
])('the service is called where the settings say: %j', (input, address) => {
  expect(serviceBaseUrl(settingsSchema.parse(input))).toBe(address);
});
