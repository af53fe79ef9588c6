// Loaded before a command: ends it as kill -9 does, before it removes something of this kind for the nth time.
const { writeSync } = require('node:fs');

const [what, nth] = process.env.KILL_AT.split(' ');
let left = Number(nth);
function watch(owner, name, kind, removes) {
  const original = owner[name];
  owner[name] = function (...given) {
    if (kind === what && removes(...given)) {
      left -= 1;
      if (left === 0) {
        writeSync(2, `killed before: ${what} ${nth}\n`);
        process.kill(process.pid, 'SIGKILL');
      }
    }
    return original.apply(this, given);
  };
}

watch(require('node:fs/promises'), 'rm', 'file', () => true);
watch(require('node:fs/promises'), 'unlink', 'file', () => true);
watch(require('undici'), 'request', 'object', (_url, { method }) => method === 'DELETE');
watch(require('kysely').DeleteQueryBuilder.prototype, 'execute', 'rows', () => true);
watch(require('@grpc/grpc-js').Client.prototype, 'makeUnaryRequest', 'Temporal', (path) =>
  /Delete|Terminate/.test(path),
);
