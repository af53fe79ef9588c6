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

  it('is checked and tried without secrets, and signed and published without code of the repository', () => {
    const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
    expect(manifest.scripts.prepublishOnly).toBe('node bin/publishable.js');
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    const workflow = workflowOf('release.yml');
    expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const { passed, build, publish, ...others } = workflow.jobs;
    expect(others).toEqual({});
    const runsOf = (job: Job) => job.steps.flatMap(({ run }) => run ?? []);
    expect(runsOf(passed).join()).toMatch(/gh run list .*--workflow ci\.yml --commit "\$GITHUB_SHA" --status success/);
    expect(passed.permissions).toEqual({ actions: 'read' });
    expect(build.needs).toBe('passed');
    expect(build.permissions).toBeUndefined();
    expect(JSON.stringify(build)).not.toContain('secrets.');
    expect(runsOf(build)).toEqual(
      expect.arrayContaining(['node bin/publishable.js', 'npm run test:package -- 20 22 24']),
    );
    expect(publish).toMatchObject({ needs: 'build', permissions: { packages: 'write', 'id-token': 'write' } });
    expect(publish.steps.map(({ uses }) => uses ?? '').filter((uses) => uses.includes('checkout'))).toEqual([]);
    const published = runsOf(publish).join('\n');
    expect(published).toContain('for each in ./*.tgz; do npm publish "$each" --ignore-scripts --provenance');
    expect(published).not.toMatch(/npm (ci|install|run|pack|test)|node /);
  });
});

test.each(['ci.yml', 'release.yml'])('the actions of %s are named by commit', (name) => {
  const used = Object.values(workflowOf(name).jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
});

interface Job {
  needs?: string;
  permissions?: Record<string, string>;
  steps: { run?: string; uses?: string }[];
}

function workflowOf(name: string): {
  on: unknown;
  permissions: unknown;
  jobs: Record<'passed' | 'build' | 'publish' | 'check', Job>;
} {
  return parse(readFileSync(join(packageRoot, '.github', 'workflows', name), 'utf8'));
}
