const { parseSync } = require('@swc/core');

/** Calls `visit` with each node of a TypeScript or JavaScript source, in the order of the text. */
function visitNodes(text, file, visit) {
  const syntax = /\.tsx?$/.test(file) ? { syntax: 'typescript', tsx: file.endsWith('x') } : { syntax: 'ecmascript' };
  const walk = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (!Array.isArray(node)) visit(node);
    Object.values(node).forEach(walk);
  };
  walk(parseSync(text, { ...syntax, target: 'es2022' }));
}

module.exports = { visitNodes };
