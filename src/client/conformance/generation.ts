import {
  alternative,
  CHAPTER,
  CHAT,
  chapterOf,
  content,
  edited,
  imported,
  layout,
  outline,
  saveOutline,
  TITLE,
  task,
  treeOf,
} from './created';
import {
  exactly,
  filled,
  flag,
  has,
  integer,
  is,
  type Json,
  list,
  matching,
  must,
  optional,
  positive,
  text,
} from './expect';
import { eventsOf, fieldsOf, isRefused, isStream, refused, streamed, succeeded, unfenced } from './integrator';
import type { Check } from './suite';

const fenced = matching('text in a code fence', /^\s*```/);
const markdown = matching('Markdown with a title', /^# \S/);
const nodesOf = (node: Json): Json[] => [node, ...(node.children ?? []).flatMap(nodesOf)];
const headings = (words: string): string[] => words.split('\n').filter((line) => /^#{1,3} /.test(line));
const SAVED = 3;

const creating: readonly Omit<Check, 'creates'>[] = [
  {
    title: 'a task has id, title as submitted, type 1, api_key and an ISO 8601 created_at with a UTC offset',
    rules: ['Task: id, title, type, api_key, created_at with offset', 'Task type 1: smart generation from a title'],
    async run(bench) {
      has('the task', await task(bench), {
        id: positive,
        title: exactly(TITLE),
        type: exactly(1),
        api_key: exactly(bench.options.apiKey),
        created_at: matching(
          'an ISO 8601 time with offset',
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/,
        ),
      });
    },
  },
  {
    title: 'the outline is an event stream of message events with content, and close with api-close',
    rules: ['text/event-stream with message events of {content}', 'close with api-close ends the stream'],
    async run(bench) {
      const { answer } = await outline(bench);
      must(isStream(answer), 'content type text/event-stream', answer.type);
      const events = eventsOf(answer);
      is('the last event', events.pop(), exactly({ event: 'close', data: 'api-close' }));
      must(events.length > 0, 'message events', events);
      for (const { event, data } of events) {
        is('the name of an event', event, exactly('message'));
        has('data of a message', fieldsOf(data), { content: text });
      }
    },
  },
  {
    title: 'the fragments make up Markdown in a code fence',
    rules: ['Fragments make up Markdown in a code fence'],
    async run(bench) {
      const written = streamed((await outline(bench)).answer);
      is('the outline', written, fenced);
      is('the outline', unfenced(written), markdown);
    },
  },
  {
    title: 'an outline is counted for its user',
    rules: ['User outline count: uid and count'],
    async run(bench) {
      const [before, after] = (await outline(bench)).counts;
      must(after === Number(before) + 1, `a count of ${Number(before) + 1}`, after);
    },
  },
  {
    title: 'the outline tree is its root, with depth 1 and parentId 0; a child has its parent, depth and sort',
    rules: ['Outline tree: root returned directly, depth 1, parentId 0', 'sort: order among siblings from 0'],
    async run(bench) {
      const { before: root } = await edited(bench);
      has('the root', root, {
        id: integer,
        parentId: exactly(0),
        depth: exactly(1),
        type: exactly('title'),
        children: list,
      });
      for (const node of nodesOf(root)) {
        const fields = { id: integer, direction: integer, expanded: flag, showTip: flag, value: text, type: filled };
        has('a node', node, { ...fields, index: optional(integer), pageIndex: optional(integer), children: list });
        for (const [sort, child] of node.children.entries())
          has('a child', child, { parentId: exactly(node.id), depth: exactly(node.depth + 1), sort: exactly(sort) });
      }
    },
  },
  {
    title: 'lastLevel is on leaf nodes',
    rules: ['lastLevel on leaf nodes'],
    async run(bench) {
      const nodes = nodesOf((await edited(bench)).before);
      for (const { lastLevel, children, value } of nodes)
        must(
          (lastLevel !== undefined) === (children.length === 0),
          `lastLevel only on leaves; “${value}” differs`,
          lastLevel,
        );
    },
  },
  {
    title: 'an edited tree is saved as JSON text, answers 3 and is read back',
    rules: ['Outline save takes the tree as JSON text', 'Outline save answers an integer, 3'],
    async run(bench) {
      const { saved, after } = await edited(bench);
      is('data', await succeeded(Promise.resolve(saved)), exactly(SAVED));
      is('the edited chapter', chapterOf(after)?.value, exactly(CHAPTER));
    },
  },
  {
    title: 'the content stream has the outline of the same task, as edited, plus content',
    rules: ['Outline and content of one provider share a task id'],
    async run(bench) {
      const whole = await content(bench);
      const before = unfenced(streamed((await outline(bench)).answer));
      const value: string = chapterOf((await edited(bench)).before)?.value;
      const wanted = headings(before).map((line) => (line === `## ${value}` ? `## ${CHAPTER}` : line));
      is('the headings of the content', headings(whole), exactly(wanted));
      must(whole.length > before.length, 'more text than the outline', whole.length);
    },
  },
  {
    title: 'v2 content answers a ticket; its check has status 2 only with the complete content',
    rules: [
      'v2 content: ticket, then check',
      'Content check: status and content',
      'Content check: status 2 carries the full content',
      'Only succeeded and complete content ends the title flow',
    ],
    async run(bench) {
      const whole = await content(bench);
      const user = await bench.user();
      const { id } = await task(bench);
      const ticket = is('the ticket', await succeeded(user.get(`${CHAT}/v2/content`, { task_id: id })), filled);
      const look = () => succeeded(user.get(`${CHAT}/v2/content/check`, { ticket }));
      const checked = await bench.until(look, ({ status }) => status === 2);
      has('the check', checked, { status: integer, content: filled });
      is('the headings of the content', headings(unfenced(checked.content)), exactly(headings(whole)));
    },
  },
  {
    title: 'pro layout takes a JSON body with text_id and answers an object with id',
    rules: ['Pro layout answers an object with id'],
    async run(bench) {
      has('data', await layout(bench), { id: integer });
    },
  },
  {
    title: 'the alternative provider streams the outline, and answers the content in one envelope, in a code fence',
    rules: ['Alternative content: one envelope with a code fence'],
    async run(bench) {
      const { outline: written, content: reply } = await alternative(bench);
      is('the outline', written, markdown);
      const data = is('data', await succeeded(Promise.resolve(reply)), fenced);
      must(unfenced(data).length > written.length, 'more text than the outline', data.length);
    },
  },
  {
    title: 'a Markdown outline is saved with and without type',
    rules: ['Outline save takes Markdown, type optional', 'Outline save answers an integer, 3'],
    async run(bench) {
      const { id } = await alternative(bench);
      for (const [name, more] of Object.entries({ One: {}, Two: { type: 1 } })) {
        const text = `# Saved ${name}\n\n## One\n\n### Page\n\n#### Point\n`;
        is('data', await succeeded(saveOutline(bench, { task_id: id, content: text, ...more })), exactly(SAVED));
        is('the root of the saved outline', (await treeOf(bench, id)).value, exactly(`Saved ${name}`));
      }
    },
  },
  {
    title: 'the tree of another task is refused, and the outline stays',
    rules: ['Outline save: content belongs to the same task as task_id'],
    async run(bench) {
      const { id } = await alternative(bench);
      const { before } = await edited(bench);
      const root = (await treeOf(bench, id)).value;
      await refused('the tree', saveOutline(bench, { task_id: id, content: JSON.stringify(before) }));
      is('the root of the outline', (await treeOf(bench, id)).value, exactly(root));
    },
  },
  {
    title: 'content that is neither a tree nor Markdown is refused, and the outline stays',
    rules: ['Outline save takes the tree as JSON text'],
    async run(bench) {
      const { id } = await alternative(bench);
      const root = (await treeOf(bench, id)).value;
      for (const text of ['{"id":', '[]', '{"value":5}'])
        await refused(`the content ${text}`, saveOutline(bench, { task_id: id, content: text }));
      is('the root of the outline', (await treeOf(bench, id)).value, exactly(root));
    },
  },
  {
    title: 'v2 word streams outline plus content of an imported document',
    rules: ['Task type 3: imported word-processing document'],
    async run(bench) {
      const { id } = await imported(bench);
      const written = unfenced(streamed(await (await bench.user()).get(`${CHAT}/v2/word`, { task_id: id })));
      is('the text', written, markdown);
      for (const words of ['Routes', 'Caravans carried pressed tea'])
        must(written.includes(words), `the text to contain “${words}”`, written);
    },
  },
  {
    title: 'the alternative provider refuses an imported document',
    rules: ['Alternative provider: title route only'],
    async run(bench) {
      const { id } = await imported(bench);
      const user = await bench.user();
      for (const step of ['outline', 'content']) {
        const reply = await user.get(`${CHAT}/wx/${step}`, { task_id: id });
        must(!isStream(reply) && isRefused(reply), `the ${step} to be refused`, reply.text);
      }
    },
  },
  {
    title: 'a task that does not exist is refused with an envelope instead of a stream',
    rules: ['A failure before the first byte is an envelope'],
    async run(bench) {
      await refused('the task', (await bench.user()).get(`${CHAT}/outline`, { task_id: 999_999_999 }));
    },
  },
];

export const generation: readonly Check[] = creating.map((check) => ({ ...check, creates: true }));
