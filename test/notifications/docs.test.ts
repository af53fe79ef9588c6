import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedHeaders, webhookKeys } from '../../activities/notifications/webhook-signature';
import { packageRoot } from '../../src/base/io/package-root';
import { type DeckEvent, noticeKinds } from '../../src/core/notices';
import { faults } from '../api/validate';

const page = readFileSync(join(packageRoot, 'docs', 'notifications.md'), 'utf8');
const examples = JSON.parse(
  readFileSync(join(packageRoot, 'docs', 'examples', 'notifications.json'), 'utf8'),
) as DeckEvent[];

describe('docs/notifications.md', () => {
  it('has an example of every event and lists it in the table', () => {
    const kinds = [...noticeKinds, 'test'];
    expect(examples.map(({ type }) => type)).toEqual(kinds);
    for (const kind of kinds) expect(page).toContain(`| \`${kind}\` |`);
  });

  it.each(examples)('has an example of $type that matches its schema', (event) => {
    expect(faults('notification', event)).toEqual([]);
  });

  it('has Python code that accepts our signatures and rejects others', () => {
    const [, code] = /^```python\n(.*?)^```/ms.exec(page)!;
    const secret = `whsec_${Buffer.from('a key of more than 24 bytes').toString('base64')}`;
    const body = JSON.stringify(examples[0]);
    const verify = (headers: object, given: string) => {
      const asked = JSON.stringify({ secret, headers, body: given });
      const program = `${code}\nimport sys\nasked = json.loads(sys.stdin.read())
try: print(verify(asked["secret"], asked["headers"], asked["body"].encode())["type"])
except ValueError as error: print(error)`;
      return execFileSync('python3', ['-c', program], { input: asked, encoding: 'utf8' }).trim();
    };
    const headers = signedHeaders('evt_1', body, webhookKeys(secret)!, Date.now());
    expect(verify(headers, body)).toBe('review.requested');
    expect(verify(headers, body.replace('u1', 'u2'))).toBe('wrong signature');
    expect(verify(signedHeaders('evt_1', body, webhookKeys(secret)!, Date.now() - 600_000), body)).toBe('too old');
  });
});
