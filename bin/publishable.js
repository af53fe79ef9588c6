#!/usr/bin/env node
// `npm publish` runs this first (prepublishOnly). A release is published by the release workflow alone, from the tag of
// its version; everything else is refused.
const { execFileSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

module.exports = { obstacles };
if (require.main === module) main();

function main() {
  const root = dirname(__dirname);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  // The workflow itself writes the repository into package.json.
  const changed = git('status', '--porcelain')
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith(' package.json'));
  const found = obstacles({ manifest, changelog, changed, env: process.env });
  for (const each of found) console.error(`Not published: ${each}`);
  if (found.length > 0) process.exitCode = 1;
}

/** @returns one sentence for each reason not to publish. */
function obstacles({ manifest: { version, repository }, changelog, changed, env }) {
  const { GITHUB_ACTIONS, GITHUB_REF, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  if (GITHUB_ACTIONS !== 'true') return ['only the workflow .github/workflows/release.yml publishes. Push a tag.'];
  const found = [];
  if (GITHUB_REF !== `refs/tags/v${version}`) {
    found.push(`package.json has the version ${version}, but this is ${GITHUB_REF}, not refs/tags/v${version}.`);
  }
  if (!changelog.split('\n').some((line) => line.split(' ').slice(0, 2).join(' ') === `## ${version}`)) {
    found.push(`CHANGELOG.md has no section "## ${version}".`);
  }
  const expected = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
  if (repository?.url !== expected) {
    found.push(`the field repository.url of package.json is not ${expected}, which provenance requires.`);
  }
  if (changed.length > 0) found.push(`the working tree differs from the tag: ${changed.join(', ')}.`);
  return found;
}
