import type { Outline } from '../../src/outline/outline';
import { parseOutline } from '../../src/outline/outline-markdown';
import { createOfflineWriter } from '../../src/service/writer/offline/offline-writer';
import type { GenerationOptions, OutlineRequest } from '../../src/service/writer/writer';
import { composeDeck } from '../../src/slides/render/compose';
import { systemTemplates } from '../../src/slides/render/templates';

export const writer = createOfflineWriter({ fragmentDelayMs: 0 });
const signal = new AbortController().signal;

/** The fragments with text. */
export async function collect(fragments: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const fragment of fragments) if (fragment !== '') all.push(fragment);
  return all;
}

export async function outlineOf(title: string, request: Partial<OutlineRequest> = {}): Promise<Outline> {
  const all = await collect(writer.outline({ title, options: {}, variant: 0, signal, ...request }));
  return parseOutline(all.join(''));
}

export async function contentOf(outline: Outline, options: GenerationOptions = {}): Promise<Outline> {
  return parseOutline((await collect(writer.content({ outline, options, signal }))).join(''));
}

export const slides = (deck: Outline): number => composeDeck(deck, systemTemplates[0]!).slides.length;

export const pagesOf = (deck: Outline) => deck.chapters.flatMap((chapter) => chapter.pages);
export const pointsOf = (deck: Outline) =>
  pagesOf(deck).flatMap((page) => page.blocks.flatMap((block) => (block.kind === 'point' ? [block] : [])));

export const TITLES = [
  'Quarterly business review for a coffee chain',
  'Introduction to machine learning for nurses',
  'Marketing plan for a small bakery',
  '2026 marketing plan',
  'Annual report 2025',
  'Product launch: SmartMug 2',
  'Launching our new electric car',
  'Employee onboarding',
  'Safety training for warehouse workers',
  'Python basics',
  'Understanding climate change',
  'Case study: Migrating a bank to the cloud',
  'Project kick-off: new website',
  'Sales proposal for Acme Corp',
  'The history of New York',
  'A travel guide to Kyoto',
  'Healthy sleep for shift workers',
  'How to brew better coffee',
  'Why do cats purr?',
  'How blockchain works',
  'Teaching reading in primary school',
  'Recycling at school',
  'Remote work',
  'X',
  '🚀🚀🚀',
  '"Quotes" & <b>tags</b> | pipes # `code` \\ *stars*',
  '{topic} {audience} {0} $1 $& $x',
  'A very long title that has many words '.repeat(6).slice(0, 199),
  '<!-- catalog: x -->',
  '1. First of all',
  '人工智能在医疗领域的应用',
  '2026年市场营销计划',
  '咖啡连锁店季度经营总结',
  '新员工入职培训',
  '面向护士的机器学习入门',
  '智能手表新品发布会',
  '如何做好时间管理',
  '中国茶文化',
  '垃圾分类与绿色生活',
  '大学生心理健康',
  '小学语文阅读教学',
  '项目启动会：新官网建设',
  '某银行上云案例分析',
  '关于引进智能仓储系统的提案',
  '为什么猫会打呼噜？',
  '猫',
  '《红楼梦》人物赏析',
  '长'.repeat(200),
];
