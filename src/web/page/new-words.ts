import { counted } from '../../base/text/counted';
import type { ReviewPolicy } from '../v1/schemas';
import { usePreferences } from './preferences';

type Gate = ReviewPolicy['gates'][number];

const en = {
  title: 'New deck',
  lead: 'Begin with a document or a title. You review the outline before the slides are made.',
  like: 'As the other deck was made. Change what should differ.',
  same: 'The same text',
  drop: 'Drop a document here, or choose a file',
  dropHelp: 'Word (.docx), Markdown (.md) or text (.txt). A .pptx or .potx becomes the template.',
  remove: (name: string) => `Remove ${name}`,
  checking: 'Checking the document…',
  usable: 'The document can be used.',
  contents: (chapters: number, pages: number) => `${counted(chapters, 'chapter')}, ${counted(pages, 'slide')}`,
  unusable: 'This document cannot be used',
  notKnown: (name: string) => `${name} is not a .docx, .md, .txt, .pptx or .potx file.`,
  deckTitle: 'Title',
  fromDocument: 'From the document',
  kind: 'Kind of deck',
  fromTitle: (kind: string) => `From the title: ${kind}`,
  audience: 'Who is it for, and what should they decide?',
  audienceHelp: 'For example: the board, on the budget',
  points: 'Three things to remember',
  frame:
    'No language model is set up here. From a title you get a frame: slides with prompts that you fill in during the review. What you write here is filled in for you.',
  pointsHelp: 'One a line. They become titles of slides.',
  tooMany: 'Write at most three things to remember.',
  automatic: 'Automatic',
  fileTemplate: (name: string) => `Template from ${name}`,
  slides: 'Number of slides',
  slidesHelp: 'About this many; the full text goes into the notes.',
  formats: 'Formats',
  reviews: 'Review',
  review: {
    outline: 'The outline is reviewed before the slides are made',
    content: 'The text is reviewed before the design',
  },
  approvers: ({ approvals, reviewers, requiredGroups, selfApproval, verifiedOnly }: Gate) =>
    [
      `${counted(approvals, 'approval')} needed${reviewers.length > 0 ? ` from ${reviewers.join(', ')}` : ''}`,
      ...(requiredGroups.length > 0 ? [`one from ${requiredGroups.join(', ')}`] : []),
      ...(selfApproval ? [] : ['not from you']),
      ...(verifiedOnly ? ['with verified names'] : []),
    ].join(', '),
  binding: '(the minimum here)',
  start: 'Create the deck',
  starting: 'Starting…',
  nothing: 'Write a title or choose a document.',
  noFormat: 'Choose at least one format.',
  kept: 'Nothing is lost: what you entered stays here. Try again.',
};

const zh: typeof en = {
  title: '新建演示文稿',
  lead: '从文档或标题开始。生成幻灯片之前，由您审阅大纲。',
  like: '设置与另一份演示文稿相同，可按需修改。',
  same: '相同的内容',
  drop: '将文档拖到此处，或选择文件',
  dropHelp: 'Word (.docx)、Markdown (.md) 或文本 (.txt)。.pptx 或 .potx 文件将用作模板。',
  remove: (name: string) => `移除 ${name}`,
  checking: '正在检查文档…',
  usable: '文档可以使用。',
  contents: (chapters: number, pages: number) => `${chapters} 章，${pages} 张幻灯片`,
  unusable: '无法使用此文档',
  notKnown: (name: string) => `${name} 不是 .docx、.md、.txt、.pptx 或 .potx 文件。`,
  deckTitle: '标题',
  fromDocument: '取自文档',
  kind: '演示文稿类型',
  fromTitle: (kind: string) => `根据标题：${kind}`,
  audience: '给谁看？需要他们决定什么？',
  audienceHelp: '例如：董事会，决定预算',
  points: '需要记住的三件事',
  frame: '此处未设置语言模型。只有标题时会得到一个框架：带提示的幻灯片，由您在审阅时填写。您在此处写的内容会直接填入。',
  pointsHelp: '每行一条，将成为幻灯片标题。',
  tooMany: '需要记住的事情最多写三件。',
  automatic: '自动选择',
  fileTemplate: (name: string) => `模板来自 ${name}`,
  slides: '幻灯片数量',
  slidesHelp: '大约的数量；全文放入备注。',
  formats: '格式',
  reviews: '审阅',
  review: { outline: '生成幻灯片之前审阅大纲', content: '设计之前审阅文字' },
  approvers: ({ approvals, reviewers, requiredGroups, selfApproval, verifiedOnly }) =>
    [
      `需要 ${approvals} 人批准${reviewers.length > 0 ? `（${reviewers.join('、')}）` : ''}`,
      ...(requiredGroups.length > 0 ? [`包括 ${requiredGroups.join('、')}`] : []),
      ...(selfApproval ? [] : ['发起人不能批准']),
      ...(verifiedOnly ? ['须验证身份'] : []),
    ].join('，'),
  binding: '（此处的最低要求）',
  start: '创建演示文稿',
  starting: '正在开始…',
  nothing: '请填写标题或选择文档。',
  noFormat: '请至少选择一种格式。',
  kept: '内容没有丢失，仍保留在此处。请重试。',
};

/** The texts of the page that starts decks. */
export const useNewWords = () => ({ en, zh })[usePreferences().language];
