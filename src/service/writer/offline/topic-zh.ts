/** Extracts the topic and the audience of a Chinese title. */

const PERIOD = /^(?:(?:19|20)\d\d\s*年?度?\s*)?(?:第[一二三四]季度|[上下]半年|Q[1-4]\s*|\d{1,2}月份?|年度|季度|月度)?/i;
const LEADING = /^(?:关于|浅谈|浅析|论|如何|怎样|走进|认识|了解|探索|解读|什么是|聊聊|我的|我们的|公司|一起)/;
const FORM =
  /(?:的)?(?:工作|经营|业务|项目)?(?:总体)?(?:商业计划书|合作方案|实施方案|活动方案|解决方案|计划书?|规划|方案|策略|战略|报告|汇报|总结|回顾|培训|课程|教程|入门|介绍|概论|基础|指南|手册|发布会?|启动会|动员会|复盘|案例分析|案例|提案|建议书|推介会?|推介|讲座|科普|解析|简介|分享会?|分享|进展|述职|项目|教案|课件|路线图|原理)$/;
const TRAILING_PERIOD = /(?:(?:19|20)\d\d\s*年?度?|年度|季度|月度|年终|年中|第[一二三四]季度|[上下]半年)$/;

interface ChineseTopic {
  topic?: string;
  audience?: string;
}

export function chineseTopic(title: string): ChineseTopic {
  const found: ChineseTopic = {};
  const [first = '', second = ''] = title.split(/[：:｜|—]+/);
  let text = bare(first) || bare(second);
  const addressed = /^(?:面向|针对|写给|给|为)(.{1,12}?)的(.+)$/.exec(text);
  if (addressed) {
    found.audience = addressed[1]!;
    text = addressed[2]!;
  } else if (/^新员工/.test(text)) {
    found.audience = '新员工';
  }
  const topic = asPhrase(text) ?? asPhrase(bare(second));
  if (topic !== undefined) found.topic = topic;
  return found;
}

function asPhrase(text: string): string | undefined {
  let phrase = text.replace(PERIOD, '').trim();
  for (;;) {
    const shorter = phrase.replace(LEADING, '').replace(FORM, '').replace(TRAILING_PERIOD, '').trim();
    if (shorter === phrase) break;
    phrase = shorter;
  }
  phrase = phrase.replace(/^的|的$/g, '').trim();
  const fits =
    phrase.length >= 1 &&
    phrase.length <= 24 &&
    !/[？！。；，、?!;,<>{}[\]|\\/@*_`~=]|为什么|怎么|吗$|\p{Extended_Pictographic}/u.test(phrase);
  return fits && /[\p{L}]/u.test(phrase) ? phrase : undefined;
}

const bare = (text: string): string => text.replace(/[《》“”"'「」【】#*]|\p{Extended_Pictographic}/gu, '').trim();
