import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceCredentials } from '../../src/config';
import { approve, presentationHandle } from '../../src/decks/api';
import { linkKey, reviewAddress } from '../../src/decks/links/review-links';
import { type DeckHandle, type Pipeline, startPipeline } from '../pipeline/pipeline';
import { EDITED } from '../pipeline/routes';
import { type Answer, type Assistant, connectAssistant, folderFor } from './assistant';

let pipeline: Pipeline;
let cwd: string;
let assistant: Assistant;
/** Tokens, signatures and links that went over the wire between worker and service. */
const canaries = new Map<string, string>();
beforeAll(async () => {
  pipeline = await startPipeline({ faulty: true, timing: { exportMs: 300 } });
  pipeline.network.observe((name, value) => canaries.set(`${name} ${value.slice(0, 6)}`, value));
  cwd = folderFor(pipeline);
  assistant = await connectAssistant(cwd);
});
afterAll(async () => {
  await assistant.close();
  await pipeline.close();
});

const id = 'presentation/of-assistant/r1';
const handle = () => presentationHandle(pipeline.temporal.client, id) as DeckHandle;

describe('what the server says of itself', () => {
  it('names every tool with its schemas and what it may do', async () => {
    const { tools } = await assistant.client.listTools();
    const reading = ['deck_status', 'wait_for_deck', 'list_decks', 'read_outline', 'download_deck'];
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...reading, 'start_deck', 'review_deck', 'resolve_deck'].sort(),
    );
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect({ name, readOnly: annotations?.readOnlyHint }).toEqual({ name, readOnly: reading.includes(name) });
    }
    const start = tools.find(({ name }) => name === 'start_deck')!;
    expect(start.annotations).toMatchObject({ destructiveHint: false, idempotentHint: true });
    expect(Object.keys(start.inputSchema.properties!)).not.toEqual(expect.arrayContaining(['settings']));
  });

  it('offers a view of the outline to clients with MCP Apps', async () => {
    const { tools } = await assistant.client.listTools();
    const uri = (tools.find(({ name }) => name === 'read_outline')!._meta as { ui: { resourceUri: string } }).ui
      .resourceUri;
    const { contents } = await assistant.client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'text/html;profile=mcp-app' }]);
    const { text } = contents[0] as { text: string };
    expect(text).toContain('ui/initialize');
    expect(text).not.toMatch(/https?:|src=|innerHTML/);
  });

  it('has a prompt that leaves the decision with the person', async () => {
    const { messages } = await assistant.client.getPrompt({ name: 'review_outline', arguments: { id } });
    expect(messages[0]!.content).toMatchObject({ type: 'text', text: expect.stringContaining(id) });
  });
});

describe('a deck', () => {
  const order = { uid: 'of-assistant', request: 'r1', title: 'Tea at work', formats: ['ppt', 'pdf'] };

  it('is started once, however often it is requested', async () => {
    expect((await assistant.call('start_deck', order)).data).toEqual({ id, existing: false });
    expect((await assistant.call('start_deck', order)).data).toEqual({ id, existing: true });
    const other = await assistant.call('start_deck', { ...order, title: 'Milk' });
    expect(other.data).toMatchObject({ id, existing: true, note: expect.stringContaining('Tea at work') });
  });

  it('is waited for, with its progress, until it needs a person', async () => {
    const told: string[] = [];
    const onprogress = ({ message = '' }) => void told.push(message);
    const { content, structuredContent } = await assistant.client.callTool(
      { name: 'wait_for_deck', arguments: { id: 'of-assistant/r1', seconds: 300 } },
      undefined,
      { onprogress, timeout: 600_000 },
    );
    expect(structuredContent).toMatchObject({ id, waitsFor: 'outline decision', revision: 1, timeIsOver: false });
    expect(JSON.stringify(content)).toContain('is awaiting review');
    // The client drops notifications that arrive together with the answer.
    expect(told.length).toBeGreaterThan(0);
    for (const message of told) expect(message).not.toBe('');
  });

  it('is found in the list, by what it waits for', async () => {
    const find = async (filter: object) =>
      (await assistant.call('list_decks', { uid: 'of-assistant', ...filter })).data.decks;
    let found: unknown;
    // The server's list may be a moment behind.
    do found = await find({ stage: 'review' });
    while ((found as object[]).length === 0);
    expect(found).toEqual([expect.objectContaining({ id, title: 'Tea at work', status: 'RUNNING', stage: 'review' })]);
    expect(await find({ search: 'TEA' })).toHaveLength(1);
    expect(await find({ search: 'milk' })).toEqual([]);
    expect(await find({ status: 'delivered' })).toEqual([]);
  });

  it('is read and edited; what changed can be seen', async () => {
    const read = await assistant.call('read_outline', { id });
    expect(read.data).toMatchObject({
      revision: 1,
      current: 1,
      part: 'outline',
      markdown: expect.stringMatching(/^# /),
    });
    expect(read.text).toBe(read.data.markdown);
    const edited = { id, revision: 1, decision: 'edit', outline: EDITED, comment: 'shorter' };
    expect((await assistant.call('review_deck', edited)).data).toMatchObject({ revision: 2 });
    const compared = await assistant.call('read_outline', { id, since: 1 });
    expect(compared.data).toMatchObject({ revision: 2, by: 'assistant (test-assistant)', comment: 'shorter' });
    expect(compared.data.changes).toContain('+### A corner with one’s own'.replace('with one', 'of one'));
    expect((await assistant.call('read_outline', { id, revision: 1 })).data.markdown).toBe(read.data.markdown);
  });

  it('is delivered once the person has approved it elsewhere', async () => {
    await approve(handle(), 2, { reviewer: 'ada' });
    let data: Answer['data'];
    do ({ data } = await assistant.call('wait_for_deck', { id, seconds: 30 }));
    while (data.timeIsOver);
    expect(data).toMatchObject({ status: 'COMPLETED', stage: 'delivered', approval: { revision: 2, by: 'ada' } });
    expect((await assistant.call('deck_status', { id })).data).toEqual({ ...data, timeIsOver: undefined });
  });

  it('is downloaded: paths and hashes, small files whole', async () => {
    const { data, content } = await assistant.call('download_deck', { id, embed: true });
    const files = data.files as { path: string; sha256: string; format: string }[];
    expect(files).toEqual(
      ['ppt', 'pdf'].map((format) => expect.objectContaining({ format, here: true, embedded: true })),
    );
    for (const [at, { path, sha256 }] of files.entries()) {
      const embedded = content[at + 1] as { resource: { blob: string } };
      const bytes = Buffer.from(embedded.resource.blob, 'base64');
      expect(bytes.equals(readFileSync(path))).toBe(true);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  });

  it('whose file was changed is not passed on as the delivered one', async () => {
    const { files } = await handle().result();
    writeFileSync(files[1]!.path, 'something else');
    const { data, content } = await assistant.call('download_deck', { id, embed: true });
    expect(data.files).toEqual([
      expect.objectContaining({ here: true }),
      expect.objectContaining({ here: false, embedded: false }),
    ]);
    expect(content).toHaveLength(2);
  });

  it('is a resource, and so is its text', async () => {
    // Of this user alone: on a server that others use as well, the list holds the newest.
    const own = await connectAssistant(cwd, { args: ['--uid', 'of-assistant'] });
    const { resources } = await own.client.listResources();
    await own.close();
    expect(resources).toContainEqual(expect.objectContaining({ uri: 'deck://of-assistant/r1', name: 'Tea at work' }));
    const [deck, text] = await Promise.all(
      ['deck://of-assistant/r1', 'deck://of-assistant/r1/outline'].map(async (uri) => {
        const { contents } = await assistant.client.readResource({ uri });
        return (contents[0] as { text: string }).text;
      }),
    );
    expect(JSON.parse(deck!)).toMatchObject({ id, status: 'COMPLETED' });
    expect(text).toContain('A corner of one’s own');
    await expect(assistant.client.readResource({ uri: 'deck://of-assistant/none' })).rejects.toThrow(
      'There is no deck',
    );
  });
});

describe('what does not fit', () => {
  it.each<[string, object, string]>([
    ['deck_status', { id: 'nonsense' }, 'is not a deck ID'],
    ['deck_status', { id: 'of-assistant/none' }, 'There is no deck presentation/of-assistant/none'],
    ['deck_status', {}, 'id'],
    ['wait_for_deck', { id: 'of-assistant/r1', seconds: 10_000 }, '300'],
    ['start_deck', { uid: 'of-assistant', request: 'a/b', title: 'T' }, 'request must only contain letters'],
    ['start_deck', { uid: 'of-assistant', request: 'bad' }, 'title is missing'],
    ['start_deck', { uid: 'of-assistant', request: 'bad', title: 'T', topic: 1, markdown: '# A' }, 'one source'],
    ['start_deck', { uid: 'of-assistant', request: 'bad', title: 'T', formats: ['docx'] }, 'formats'],
    ['list_decks', { uid: "x' OR WorkflowType != 'x" }, 'uid must only contain letters'],
    ['list_decks', { stage: "review' OR '1'='1" }, 'stage'],
    [
      'read_outline',
      { id: 'of-assistant/r1', revision: 9 },
      'Revision 9 does not exist; the deck has revisions 1 to 2',
    ],
    ['review_deck', { id: 'of-assistant/r1', revision: 2, decision: 'edit' }, 'Edit requires the complete outline'],
    ['review_deck', { id: 'of-assistant/r1', revision: 2, decision: 'edit', outline: 'no title' }, 'no title'],
    ['review_deck', { id: 'of-assistant/r1', revision: 2, decision: 'approve' }, 'has already ended'],
    ['resolve_deck', { id: 'of-assistant/r1', action: 'retry' }, 'has already ended'],
    ['no_such_tool', {}, 'not found'],
  ])('%s %j is refused with a sentence', async (name, args, sentence) => {
    const { isError, text } = await assistant.call(name, args);
    expect(text).toContain(sentence);
    expect(isError).toBe(true);
    expect(text).not.toMatch(/\n\s+at |\[object|"code":/);
  });

  it('a cancelled wait ends at once; the deck continues', async () => {
    const { data } = await assistant.call('start_deck', { uid: 'of-assistant', request: 'r2', title: 'Milk' });
    const second = presentationHandle(pipeline.temporal.client, String(data.id)) as DeckHandle;
    await pipeline.until(second, ({ review }) => review !== undefined);
    await pipeline.stopWorker();
    const abort = new AbortController();
    const wait = assistant.client.callTool({ name: 'wait_for_deck', arguments: { id: data.id } }, undefined, {
      signal: abort.signal,
    });
    abort.abort('enough');
    await expect(wait).rejects.toThrow('enough');
    await pipeline.startWorker();
    expect((await assistant.call('deck_status', { id: data.id })).data).toMatchObject({ status: 'RUNNING' });
  });
});

describe('what was written', () => {
  it('holds no secret, and nothing but the protocol on stdout', () => {
    const { apiKey, secretKey } = serviceCredentials(pipeline.settings);
    const key = linkKey(pipeline.settings);
    const link = reviewAddress(pipeline.settings, key, {
      workflowId: id,
      gate: 'outline',
      firstRunId: undefined,
    }).split('#')[1]!;
    const tokens = readFileSync(join(pipeline.settings.data.directory, 'tokens'), 'utf8').trim();
    const secrets = {
      apiKey,
      secretKey,
      key,
      link: link.split('.')[0]!.slice(0, 40),
      tokens,
      ...Object.fromEntries(canaries),
    };
    const found = (text: string) => Object.entries(secrets).filter(([, secret]) => text.includes(secret));
    expect(new Set([...canaries.keys()].map((name) => name.split(' ')[0]))).toEqual(
      new Set(['link', 'signature', 'token']),
    );
    expect(found(assistant.written())).toEqual([]);
    expect(assistant.written()).not.toMatch(/review#|Bearer|X-Signature/i);
    // The same look finds each of them where they are.
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length).toBeGreaterThan(3);
      expect(found(`${assistant.written()}${secret}`).map(([each]) => each)).toContain(name);
    }
    const [stdout = ''] = assistant.written().split('\nMCP server ready');
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
