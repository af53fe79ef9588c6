import { cleanText } from '../outline/outline-limits';
import type { SharedPage } from './texts';

/** The changes that a reviewer's comment requests. */
export interface Wishes {
  length: 'shorter' | 'longer' | 'same';
  /** Pages of the library named in the comment. */
  pages: SharedPage[];
  /** Another requested topic, in the reviewer's words. */
  asked?: string;
}

const PAGE_WORDS: readonly (readonly [SharedPage, RegExp])[] = [
  ['risks', /\brisks?\b|风险|隐患/i],
  ['roadmap', /\b(roadmap|timeline|schedule|phases|milestones)\b|时间表|路线|进度安排|阶段/i],
  ['people', /\b(team|people|roles?|responsibilit\w+|staffing)\b|团队|人员|分工|职责/i],
  ['measures', /\b(measures?|metrics?|kpis?|indicators?|evaluat\w+)\b|指标|衡量|评估|考核/i],
  ['practice', /\b(practical|practice|hands-on|exercises?|mistakes)\b|实践|实操|练习|误区/i],
  ['questions', /\b(faq|questions)\b|常见问题|问答/i],
];

export function readComment(comment = ''): Wishes {
  const text = cleanText(comment).replace(/\s+/g, ' ').slice(0, 500);
  const pages = PAGE_WORDS.filter(([, words]) => words.test(text)).map(([name]) => name);
  const asked = askedFor(text);
  return {
    length: /\b(shorter|fewer|less|too long|cut|condense|brief(er)?)\b|精简|太长|缩短|少一点|更短|压缩/i.test(text)
      ? 'shorter'
      : /\b(longer|more (detail|pages|slides|depth)|too short|expand|deeper)\b|更详细|太短|展开|增加页|丰富|更长/i.test(
            text,
          )
        ? 'longer'
        : 'same',
    pages,
    ...(asked === undefined || pages.length > 0 ? {} : { asked }),
  };
}

/** "more about X", "add a chapter on X", "增加关于X的内容": returns X if it is short enough for a heading. */
function askedFor(text: string): string | undefined {
  const english =
    /\b(?:more|add|include|something|chapter|section|page|slides?|focus|emphasi[sz]e)\b[^.!?;,]{0,40}?\b(?:about|on|regarding|covering)\s+(?:the\s+|our\s+)?([^.!?;,\n]{2,40})/i.exec(
      text,
    );
  const chinese =
    /(?:增加|添加|补充|加上|加入|多讲讲?|突出|强调)(?:一些|一章|一页)?(?:关于|有关)?([^，。！？；,.!?;\s]{2,16}?)(?:的?(?:内容|章节|部分|介绍))?(?:[，。！？；,.!?;\s]|$)/.exec(
      text,
    );
  const asked = (english?.[1] ?? chinese?.[1] ?? '').replace(/\b(?:please|too|as well|instead)\b.*$/i, '').trim();
  return asked.length >= 2 ? asked : undefined;
}
