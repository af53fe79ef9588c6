#!/usr/bin/env node
// The command `deck`. The build never writes this file, so it stays executable.
const { existsSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const main = join('dist', 'src', 'cli', 'main.js');
if (existsSync(join(root, main))) {
  sayWhetherOld();
  const build = ownBuild();
  const { cacheDirectory } = require(join(build, 'dist', 'src', 'base', 'io', 'cache-directory.js'));
  // Not in the directory for temporary files, where others could put code.
  enableCompileCache?.(join(cacheDirectory(), 'compiled'));
  require(join(build, main));
} else {
  const command = existsSync(join(root, 'node_modules')) ? 'npm run build' : 'npm ci';
  console.error(`deck is not built yet: run \`${command}\` in ${root}.`);
  process.exitCode = 1;
}

/**
 * A checkout keeps a copy of each build for as long as a process has a note in it (bin/build.js). An installed package
 * has none: nothing builds it again.
 */
function ownBuild() {
  try {
    const build = join(root, '.builds', readFileSync(join(root, 'dist', 'complete'), 'utf8'));
    const note = join(build, 'running', String(process.pid));
    writeFileSync(note, '');
    process.on('exit', () => rmSync(note, { force: true }));
    return existsSync(join(build, main)) ? build : root;
  } catch {
    return root;
  }
}

/** Only in a checkout: an installed package has neither build.js nor the sources. */
function sayWhetherOld() {
  if (!existsSync(join(__dirname, 'build.js'))) return;
  const reason = require('./build.js').reasonToBuild();
  if (reason !== undefined)
    console.error(`deck: this is an older build (${reason}); \`npm run build\` makes a new one.`);
}
