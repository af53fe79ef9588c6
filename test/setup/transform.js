// Compiles a source for Jest as @swc/jest does, and lets environment.ts hand over the module that Node has loaded instead.
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { relative, sep } = require('node:path');
const { createTransformer } = require('@swc/jest');

const own = readFileSync(__filename);

module.exports = {
  /** @param options those of @swc/jest; without any, the source is JavaScript for Node already. */
  createTransformer({ swc } = {}) {
    const compiler = swc && createTransformer(swc);
    return {
      canInstrument: false,
      process(source, path, options) {
        const { code } = compiler ? compiler.process(source, path, options) : { code: source };
        const name = JSON.stringify(relative(options.config.rootDir, path).split(sep).join('/'));
        // On the first line, so that the source map stays valid.
        return {
          code: `if (globalThis.loadedByNode?.(${name})) module.exports = globalThis.loadedByNode(${name}); else (function () {${code}\n}).call(this);`,
        };
      },
      getCacheKey(source, path, options) {
        const key = createHash('sha1')
          .update(own)
          .update(JSON.stringify(swc ?? null));
        return key.update(compiler ? compiler.getCacheKey(source, path, options) : `${path}\0${source}`).digest('hex');
      },
    };
  },
};
