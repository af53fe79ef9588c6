import { zipSync } from 'fflate';
import { type BenchUser, TASK } from './bench-user';

/** Prepares what the call needs, and answers the call that is made again and again. */
type Attack = (user: BenchUser) => Promise<() => Promise<unknown>>;

const paragraph = 'word **bold** `x` [a](b) '.repeat(120);
const longest = `# T\n\n## C\n\n${Array.from({ length: 640 }, (_, at) => `### p ${at}\n\n#### same\n\n${paragraph.slice(0, 2_900)}\n`).join('\n')}`;
const word = 'abcdefghij'.repeat(990);
const longWords = `# T\n\n## C\n\n### P\n\n${Array.from({ length: 150 }, (_, at) => `#### p ${at}\n\n${word}\n`).join('\n')}`;
const manySlides = `# T\n\n## C\n\n${Array.from({ length: 400 }, (_, at) => `### p ${at}\n\n#### a\n\nText.\n`).join('\n')}`;

function docx(text: string): Blob {
  const bytes = zipSync({
    '[Content_Types].xml': Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    'word/document.xml': Buffer.from(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
  return new File([Buffer.from(bytes)], 'document.docx');
}

async function taskOf(user: BenchUser, content: string): Promise<string> {
  return String((await user.multipart(TASK, { type: '7', title: 'T', content })).data.id);
}

async function designOf(user: BenchUser, content: string): Promise<string> {
  return String((await user.form('/api/design/v2/save', { task_id: await taskOf(user, content) })).data.id);
}

/** The worst calls that we know of for each part of the service that depends on input. */
export const attacks: Readonly<Record<string, Attack>> = {
  'uploads of documents': async (user) => {
    const files = [`${'.'.repeat(100_000)}x`, 'A. '.repeat(100_000), ','.repeat(900_000)].map(docx);
    let turn = 0;
    return () => user.multipart(TASK, { type: '3', file: files[turn++ % files.length]! });
  },
  'bodies of many fields': async (user) => {
    const keys = Buffer.from(`{${Array.from({ length: 700_000 }, (_, at) => `"k${at}":1`).join()}}`);
    const fields = Buffer.from('a=&'.repeat(1_200_000));
    let turn = 0;
    return () =>
      turn++ % 2 === 0
        ? user.raw('/api/ai/pro/layout/add', 'application/json', keys)
        : user.raw('/api/generate/data', 'application/x-www-form-urlencoded', fields);
  },
  'edits of megabytes': async (user) => {
    const task = await taskOf(user, longest);
    const tree = JSON.stringify({
      type: 'title',
      value: 'x',
      children: [{ value: 'c', children: [{ value: 'p', children: [{ type: 'table', value: '|a'.repeat(2e6) }] }] }],
    });
    let turn = 0;
    return () =>
      user.form('/api/ai/chat/v2/outline/save', { task_id: task, content: turn++ % 2 === 0 ? tree : longest });
  },
  'reads of megabytes': async (user) => {
    const task = await taskOf(user, longest);
    let turn = 0;
    return () =>
      turn++ % 2 === 0
        ? user.form('/api/generate/data', { task_id: task })
        : user.text(`/api/ai/chat/outline?task_id=${task}`);
  },
  'saves of designs': async (user) => {
    const task = await taskOf(user, longest);
    return () => user.form('/api/design/v2/save', { task_id: task });
  },
  'exports of long words and many images': async (user) => {
    const designs = [await designOf(user, longWords), await designOf(user, manySlides)];
    let turn = 0;
    return () => {
      const id = designs[turn++ % designs.length]!;
      return user.form('/api/download/export/file', { id, format: turn % 2 === 0 ? 'png' : 'ppt' });
    };
  },
};
