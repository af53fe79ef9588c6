// Runs command lines one after another with the modules of the compiled command loaded. Started by deck.ts. A message is
// { args, cwd, env }; the response is { code, stdout, stderr }, like that of a separate process.
const { join } = require('node:path');

const { runArguments } = require(join(process.argv[2], 'dist', 'src', 'cli', 'run-arguments.js'));

process.umask(0o077);
const output = { stdout: '', stderr: '' };
for (const name of Object.keys(output)) {
  process[name].write = (text, encoding, done) => {
    output[name] += text;
    const written = typeof encoding === 'function' ? encoding : done;
    if (written) setImmediate(written);
    return true;
  };
}

process.on('message', async ({ args, cwd, env }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  Object.assign(output, { stdout: '', stderr: '' });
  process.exitCode = 0;
  await runArguments(args);
  process.send({ code: process.exitCode, ...output });
});
process.on('disconnect', () => process.exit(0));
