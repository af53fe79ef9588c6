#!/usr/bin/env node
// The command `deck`. The build never writes this file, so it stays executable.
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);
const main = join(root, 'dist', 'src', 'cli', 'main.js');
if (existsSync(main)) {
  sayWhetherOld();
  require(main);
} else {
  const command = existsSync(join(root, 'node_modules')) ? 'npm run build' : 'npm ci';
  console.error(`deck is not built yet: run \`${command}\` in ${root}.`);
  process.exitCode = 1;
}

/** Only in a checkout: an installed package has neither build.js nor the sources. */
function sayWhetherOld() {
  if (!existsSync(join(__dirname, 'build.js'))) return;
  const reason = require('./build.js').reasonToBuild();
  if (reason !== undefined)
    console.error(`deck: this is an older build (${reason}); \`npm run build\` makes a new one.`);
}
