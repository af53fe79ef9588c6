import { settingsSchema } from '../../src/config/settings';
import { redactor, secretsIn } from '../../src/temporal/telemetry/redaction';

test.each([
  ['a value of a setting', 'seen {"note":"with s3cret\\"quoted in it"}', '{"note":"with [masked] in it"}'],
  [
    'a field that is named like a credential',
    '{"x-token":"abcdef","status":200}',
    '{"x-token":"[masked]","status":200}',
  ],
  ['a nested one', '{"err":{"secretKey":"abcdef"}}', '{"err":{"secretKey":"[masked]"}}'],
  [
    'the query of a link',
    '"at http://h:1/files/a.pptx?expires=1&signature=x now"',
    '"at http://h:1/files/a.pptx?[masked] now"',
  ],
  ['what opens a review', '"http://h/review#eyJk.sig"', '"http://h/review#[masked]"'],
  ['a bearer', '"Authorization: Bearer abc.def"', '"Authorization: Bearer [masked]"'],
])('masks %s', (_, line, masked) => {
  expect(redactor(['s3cret"quoted'])(line)).toContain(masked);
});

test('leaves everything else as it is', () => {
  const line = '{"level":30,"endpoint":"grantToken","code":0,"err":{"code":"ECONNREFUSED"},"msg":"http://h:1/path"}';
  expect(redactor(['s3cret"quoted'])(line)).toBe(line);
});

test('knows every secret that the settings name and that is there, in whatever section', () => {
  const settings = settingsSchema.parse({
    service: { secretKey: { env: 'A' } },
    telemetry: { traces: { headers: { env: 'B' } } },
    notifications: { webhooks: [{ url: { env: 'C' }, secret: { env: 'D' } }] },
  });
  const env = { A: 'first-secret', B: 'second-secret', C: 'https://hooks.test/x', D: 'whsec_third' };
  expect(secretsIn(settings, env).sort()).toEqual(Object.values(env).sort());
});
