#!/usr/bin/env node
// `npm run dev` runs `deck dev`, builds what has changed when a source changes, and starts it again. A build that fails
// leaves the running one alone. Arguments after -- go to `deck dev`.
const { spawn } = require('node:child_process');
const { existsSync, statSync, watch } = require('node:fs');
const { basename, join } = require('node:path');
const { inputs, reasonToBuild, root, sources } = require('./build.js');

/** Editors and git write several files in a row. */
const QUIET_MS = 300;

let stack;
let timer;
let working = false;
let again = false;
let stopping = false;

const run = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
const ended = (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code)));

function start() {
  stack = run([join(__dirname, 'deck.js'), 'dev', ...process.argv.slice(2)]);
  const mine = stack;
  mine.once('exit', (code) => {
    if (stack !== mine || stopping) return;
    stack = undefined;
    console.error(`deck dev ended with ${code}; it starts again after the next change.`);
  });
}

async function stop() {
  const running = stack;
  stack = undefined;
  if (running === undefined) return;
  const gone = ended(running);
  running.kill('SIGTERM');
  await gone;
}

async function buildAndStart() {
  if (working) {
    again = true;
    return;
  }
  working = true;
  do {
    again = false;
    const reason = reasonToBuild();
    if (reason !== undefined) {
      console.error(`Building: ${reason}.`);
      if ((await ended(run([join(__dirname, 'build.js'), '--incremental']))) !== 0) continue;
    }
    if (stopping || (reason === undefined && stack !== undefined)) continue;
    await stop();
    if (!stopping) start();
  } while (again && !stopping);
  working = false;
}

function changed(name) {
  if (!inputs.test(name) || basename(name).startsWith('.')) return;
  clearTimeout(timer);
  timer = setTimeout(buildAndStart, QUIET_MS);
}

for (const name of sources) {
  const path = join(root, name);
  if (existsSync(path))
    watch(path, { recursive: statSync(path).isDirectory() }, (_event, file) => changed(file ?? name));
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    stopping = true;
    await stop();
    process.exit(0);
  });
}
void buildAndStart();
