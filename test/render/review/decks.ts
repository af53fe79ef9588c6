/** The decks of the review: many kinds of source, every template, both layouts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/base/io/package-root';
import { composeFrame } from '../../../src/frames/frame';
import type { Outline } from '../../../src/outline/outline';
import { detectLanguage, parseOutline } from '../../../src/outline/outline-markdown';
import { outlineOf } from '../../../src/slides/import/outline-of';
import { parseWordDocument } from '../../../src/slides/import/parse-word';
import { WORD_LIMITS } from '../../../src/slides/import/word-limits';
import type { Arrangement } from '../../../src/slides/render/deck/deck';
import { CHINESE_REPORT, REPORT } from '../../import/reports';
import { everything, PARTS } from '../../import/rich-docx';
import { chinese, english, textOf } from '../samples';

export interface ReviewDeck {
  name: string;
  source: 'title' | 'Markdown' | 'Word document' | 'outline';
  template: number;
  layout: Arrangement;
  outline: Outline | Promise<Outline>;
}

type Look = `${number}` | `${number} pro`;

const looked = (look: Look): Pick<ReviewDeck, 'template' | 'layout'> => ({
  template: Number.parseInt(look, 10),
  layout: look.endsWith('pro') ? 'pro' : 'standard',
});

const frame = (name: string, title: string, look: Look): ReviewDeck => ({
  name,
  source: 'title',
  ...looked(look),
  outline: composeFrame({ title, language: detectLanguage(title) }),
});

const markdown = (name: string, text: string, look: Look): ReviewDeck => ({
  name,
  source: 'Markdown',
  ...looked(look),
  outline: parseOutline(text),
});

const word = (name: string, bytes: Uint8Array, look: Look): ReviewDeck => ({
  name,
  source: 'Word document',
  ...looked(look),
  outline: parseWordDocument(bytes, WORD_LIMITS).then((document) => outlineOf(document, { mode: 'keep' })),
});

const outline = (name: string, of: Outline, look: Look): ReviewDeck => ({
  name,
  source: 'outline',
  ...looked(look),
  outline: of,
});

/** A deck with many chapters. */
const handbook = `# Handbook for new colleagues\n${[
  ...['First day', 'Tools', 'Meetings', 'Holidays', 'Travel', 'Money'],
  ...['Health', 'Learning', 'Safety', 'Privacy', 'Leaving'],
]
  .map((name) => textOf('handbook-chapter').replaceAll('NAME', name))
  .join('')}`;
const planets = readFileSync(join(packageRoot, 'src', 'cli', 'example', 'planets.md'), 'utf8');
const rich = everything(Object.keys(PARTS) as (keyof typeof PARTS)[]);

export const reviewDecks: readonly ReviewDeck[] = [
  frame('payments', 'Migrating a payments ledger to event sourcing', '1001'),
  frame('board-title', 'Q3 board update for a logistics company', '1008'),
  frame('photosynthesis', 'Photosynthesis for 12-year-olds', '1006'),
  frame('tea', 'Tea', '1011 pro'),
  frame('jazz', 'A history of jazz', '1012 pro'),
  frame('crane', 'How to fold a paper crane', '1010'),
  frame('rental', 'Business plan for a mountain bike rental', '1003'),
  frame('supply-zh', '供应链数字化转型季度汇报', '1013'),
  frame('quantum-zh', '量子计算入门', '1005 pro'),
  frame('festival-zh', '春节习俗', '1009'),
  frame('plan-zh', '2026年度市场工作计划', '9001'),
  frame('training-zh', '新员工安全培训', '1004 pro'),
  outline('northwind', english, '1001'),
  outline('northwind-pro', english, '1008 pro'),
  outline('review-zh', chinese, '1012'),
  outline('review-zh-pro', chinese, '1013 pro'),
  word('report', REPORT, '1002'),
  word('report-pro', REPORT, '1009 pro'),
  word('report-zh', CHINESE_REPORT, '1002 pro'),
  word('report-zh-plain', CHINESE_REPORT, '1003'),
  word('rich', rich, '1004'),
  word('rich-pro', rich, '1006 pro'),
  markdown('planets', planets, '1001 pro'),
  markdown('planets-dark', planets, '1010'),
  markdown('board', textOf('board'), '1003'),
  markdown('board-pro', textOf('board'), '1008 pro'),
  markdown('lesson', textOf('lesson'), '1006'),
  markdown('lesson-pro', textOf('lesson'), '1011 pro'),
  markdown('strategy', textOf('strategy'), '1007'),
  markdown('strategy-pro', textOf('strategy'), '9001 pro'),
  markdown('guide', textOf('guide'), '1005'),
  markdown('guide-pro', textOf('guide'), '1010 pro'),
  markdown('essay', textOf('essay'), '1012'),
  markdown('essay-pro', textOf('essay'), '1007 pro'),
  markdown('words', textOf('words'), '1001'),
  markdown('words-pro', textOf('words'), '1004 pro'),
  markdown('long-words', textOf('long-words'), '1011'),
  markdown('numbers', textOf('numbers'), '1009'),
  markdown('numbers-pro', textOf('numbers'), '1003 pro'),
  markdown('meeting', textOf('meeting'), '1013'),
  markdown('canteen-zh', textOf('zh-report'), '1004'),
  markdown('newyear-zh', textOf('zh-lesson'), '1012 pro'),
  markdown('pitch', textOf('pitch'), '1007'),
  markdown('handbook', handbook, '1002'),
  markdown('visit', textOf('plain'), '1008'),
];
