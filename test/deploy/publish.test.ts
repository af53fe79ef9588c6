import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../src/base/io/package-root';

interface Given {
  manifest: { version: string; repository?: { url: string } };
  changelog: string;
  changed: string[];
  env: Record<string, string>;
}
const { obstacles } = require('../../bin/publishable.js') as { obstacles(given: Given): string[] };

const inOrder: Given = {
  manifest: { version: '1.2.3', repository: { url: 'git+https://example.org/team/decks.git' } },
  changelog: '# Changelog\n\n## 1.2.3\n',
  changed: [],
  env: {
    GITHUB_ACTIONS: 'true',
    GITHUB_REF: 'refs/tags/v1.2.3',
    GITHUB_SERVER_URL: 'https://example.org',
    GITHUB_REPOSITORY: 'team/decks',
  },
};

describe('npm publish', () => {
  it('is permitted in the release workflow, for the tag of the version', () => {
    expect(obstacles(inOrder)).toEqual([]);
  });

  it.each<[string, Partial<Given>, RegExp]>([
    ['outside of the workflow', { env: {} }, /^only the workflow \.github\/workflows\/release\.yml publishes/],
    ['for another tag', { env: { ...inOrder.env, GITHUB_REF: 'refs/tags/v1.2.4' } }, /not refs\/tags\/v1\.2\.3/],
    ['for a branch', { env: { ...inOrder.env, GITHUB_REF: 'refs/heads/main' } }, /this is refs\/heads\/main/],
    ['without a section in the changelog', { changelog: '## 1.2.30x\n' }, /no section "## 1\.2\.3"/],
    ['without a repository', { manifest: { version: '1.2.3' } }, /repository\.url .* is not git\+https/],
    ['from changed files', { changed: [' M src/cli/main.ts'] }, /differs from the tag: {2}M src/],
  ])('is refused %s', (_, changes, sentence) => {
    const found = obstacles({ ...inOrder, ...changes });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(sentence);
  });

  it('runs this check, signs, and is called by the one workflow that may', () => {
    const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(manifest.scripts.prepublishOnly).toBe('node bin/publishable.js');
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    const workflow = parse(readFileSync(join(packageRoot, '.github', 'workflows', 'release.yml'), 'utf8'));
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const { permissions, steps } = workflow.jobs.publish as {
      permissions: Record<string, string>;
      steps: { run?: string; uses?: string }[];
    };
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    const runs = steps.flatMap(({ run }) => run ?? []);
    // Tried before it is published.
    expect(runs.indexOf('npm run test:package')).toBeGreaterThan(0);
    expect(runs.indexOf('npm run test:package')).toBeLessThan(runs.indexOf('npm publish --provenance --access public'));
  });
});
