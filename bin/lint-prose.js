// Checks what people read for words and patterns that prose.yaml rejects.
//
//   node bin/lint-prose.js [file …]
//
// Without a file: the documentation, the comments of the settings files, and texts and comments of sources and tests. Of
// Markdown, code is left out; of settings, everything but the comments; of sources, everything but the comments and those
// string literals that are sentences. It helps writers; it does not prove that a text is good.
const { readdirSync, readFileSync, statSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');
const { TextlintKernel } = require('@textlint/kernel');
const { visitNodes } = require('./syntax-tree');

const root = join(__dirname, '..');
const places = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'temporal.yaml',
  'profiles',
].concat(['src', 'workflows', 'activities', 'bin', 'deploy', 'test', 'bench']);
const exempt = new Set([
  // They list or quote rejected words.
  'docs/glossary.md',
  'test/structure/prose.test.ts',
  // A language model reads them.
  'src/service/writer/openai/prompts',
  // The words of slides.
  'src/frames/en.md',
  // Requests and responses of the specification.
  'test/wire',
  // Inputs of recorded histories.
  'test/replay/scenarios.ts',
  // Texts of sample decks; images in the documentation show them.
  'test/render/texts',
]);

const kernel = new TextlintKernel();
const rules = [
  {
    ruleId: 'prh',
    rule: require('textlint-rule-prh').default,
    options: { rulePaths: [join(__dirname, 'prose.yaml')], checkLink: false, checkEmphasis: true, checkHeader: true },
  },
];
const plugins = [
  { pluginId: 'markdown', plugin: require('@textlint/textlint-plugin-markdown').default },
  { pluginId: 'text', plugin: require('@textlint/textlint-plugin-text').default },
];

/** What is checked of each kind of file, with the line breaks of the whole so that lines keep their numbers. */
const readers = {
  '.md': { ext: '.md', read: (text) => text },
  '.yaml': { ext: '.txt', read: yamlComments },
  '.ts': { ext: '.txt', read: sourceTexts },
  '.tsx': { ext: '.txt', read: sourceTexts },
  '.js': { ext: '.txt', read: sourceTexts },
  // Texts of the command's help.
  'examples.json': { ext: '.txt', read: (text) => text },
};
const endingOf = (file) => Object.keys(readers).find((ending) => file.endsWith(ending));

function yamlComments(text) {
  return text.replace(/^(?:[^#\n]|(?<!\s)#)*/gm, '');
}

/** Comments, and literals of at least three words, each in its line. */
function sourceTexts(text, file) {
  const lines = text.split('\n').map((line) => /^\s*(?:\/\/|\/?\*)(.*)/.exec(line)?.[1] ?? '');
  let from = 0;
  const add = (words) => {
    if ((words.match(/\p{L}+/gu) ?? []).length < 3) return;
    const at = text.indexOf(words, from);
    if (at < 0) return;
    from = at;
    const first = text.slice(0, at).split('\n').length - 1;
    words.split('\n').forEach((part, offset) => {
      lines[first + offset] += ` ${part}`;
    });
  };
  visitNodes(text, file, (node) => {
    if (node.type === 'StringLiteral') add(node.raw?.slice(1, -1) ?? node.value);
    else if (node.type === 'TemplateElement') add(node.raw);
    else if (node.type === 'JSXText') add(node.value);
  });
  return lines.join('\n');
}

function* filesBelow(path) {
  if (exempt.has(relative(root, path))) return;
  if (!statSync(path).isDirectory()) {
    if (endingOf(path)) yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) if (name !== 'node_modules') yield* filesBelow(join(path, name));
}

async function main(named) {
  let found = 0;
  const paths = named.length > 0 ? named.map((path) => resolve(path)) : places.map((place) => join(root, place));
  for (const file of paths.flatMap((path) => [...filesBelow(path)])) {
    const { ext, read } = readers[endingOf(file)];
    const { messages } = await kernel.lintText(read(readFileSync(file, 'utf8'), file), {
      filePath: file,
      ext,
      rules,
      plugins,
    });
    for (const { line, message } of messages) console.log(`${relative(root, file)}:${line}: ${message.split('\n')[0]}`);
    found += messages.length;
  }
  if (found === 0) return;
  console.error(`${found} ${found === 1 ? 'finding' : 'findings'}; docs/glossary.md says which words to use.`);
  process.exitCode = 1;
}

main(process.argv.slice(2));
