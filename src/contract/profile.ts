import { z } from 'zod';
import { type DeliveryFormat, deliveryFormats } from '../core/formats';

/**
 * The service profile: what the specification leaves open ("not shown"), as values that client and embedded service
 * share. Grades say who has shown a value: S the specification, A and B several independent public clients,
 * C one of them, G nobody (our own choice). A value can be wrong for a given service; then it is set, not patched.
 */

const code = z.int().min(1);
const status = z.int();

/** What a failure means to the caller; the number that travels is a matter of the profile. */
export const failureKinds = [
  'authentication',
  'token-expired',
  'signature',
  'quota',
  'feature-off',
  'generation-failed',
  'moderation',
  'not-found',
  'template',
  'enterprise-templates-off',
  'queue-full',
  'export-missing',
  'invalid-request',
  'not-served',
  'rate-limit',
  'internal',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** One line of the code table; the service answers with the first code, the client knows them all. */
const failure = (codes: [number, ...number[]], retryable: boolean) =>
  z
    .strictObject({
      codes: z.array(code).min(1).default(codes),
      retryable: z.boolean().default(retryable),
    })
    .prefault({});

const failures = {
  /** Token unknown, or header set not of one integrator and user chain (A). The client grants once more. */
  authentication: failure([43103], false),
  /** Token past its validity (C). The client grants once more. */
  'token-expired': failure([43101], false),
  /** Signature or timestamp refused (C). */
  signature: failure([43102], false),
  /** No balance left (C). */
  quota: failure([40007], false),
  /** The account may not use this feature (C). */
  'feature-off': failure([40008], false),
  /** Generation failed (C): the same call would fail again, the workflow starts over at the generation step. */
  'generation-failed': failure([12100], false),
  /** Refused by content moderation (C). */
  moderation: failure([12101], false),
  /** Task, design, topic or ticket not found, or of another user (C). */
  'not-found': failure([12102], false),
  /** Template not found or no right to it (C). */
  template: failure([30001], false),
  /** Enterprise templates not enabled (C). */
  'enterprise-templates-off': failure([10307], false),
  /** Export queue full (B): later again, with a delay. */
  'queue-full': failure([20003], true),
  /** Export task missing or expired (C): a new export is needed. */
  'export-missing': failure([20001], false),
  /** A parameter is missing or malformed (G). */
  'invalid-request': failure([40000], false),
  /** Path or feature that this service does not serve (G). */
  'not-served': failure([40400], false),
  /** Too many calls (G). */
  'rate-limit': failure([42900], true),
  /** The service's own fault (C). */
  internal: failure([50000], true),
} satisfies Record<FailureKind, z.ZodType>;

/** Task kinds by name; the specification shows `title` only (S), the rest is B or C. */
const taskTypes = {
  title: status.default(1),
  wordDocument: status.default(3),
  xmind: status.default(4),
  freemind: status.default(5),
  markdownFile: status.default(6),
  markdown: status.default(7),
  topic: status.default(8),
  pdf: status.default(9),
  plainText: status.default(10),
  freeText: status.default(11),
  presentation: status.default(12),
  webPage: status.default(16),
  references: status.default(17),
  wps: status.default(18),
};
export type TaskKind = keyof typeof taskTypes;
const taskKinds = Object.keys(taskTypes) as [TaskKind, ...TaskKind[]];

/** What people may say instead of the service's own words for options, template styles and scenes (G). */
const names = z.record(z.string().min(1), z.string().min(1)).default({
  short: '10-15页',
  medium: '16-25页',
  long: '26-40页',
  'general public': '大众',
  students: '学生',
  teachers: '教师',
  'senior management': '上级领导',
  'team members': '下属',
  interviewers: '面试官',
  colleagues: '同事',
  customers: '客户',
  investors: '投资人',
  experts: '专家',
  'new employees': '新员工',
  general: '通用',
  teaching: '教学课件',
  report: '工作总结',
  'work plan': '工作计划',
  'project report': '项目汇报',
  solution: '解决方案',
  'research report': '研究报告',
  speech: '公众演讲',
  marketing: '营销推广',
  meeting: '会议讨论',
  'thesis defence': '论文答辩',
  'popular science': '科普宣传',
  'staff training': '教育培训',
  'job application': '求职竞聘',
  'event planning': '活动策划',
  'investor pitch': '融资路演',
  celebration: '节日庆典',
  natural: '自然',
  formal: '正式',
  professional: '正式',
  friendly: '亲切',
  humorous: '幽默',
  inspiring: '激励',
  lively: '活泼',
  'as the title': '与标题相同',
  chinese: '简体中文',
  business: '商务',
  minimal: '简约',
  creative: '创意',
  elegant: '典雅',
  technology: '科技',
  fresh: '清新',
  'work report': '工作汇报',
  'business plan': '商业计划',
  education: '教育培训',
  'product launch': '产品发布',
  market: '市场营销',
  academic: '学术答辩',
  'annual review': '年度总结',
  'company profile': '企业介绍',
});

const block = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape).prefault({} as z.input<z.ZodObject<Shape, z.core.$strict>>);

/** A value of each delivery format, where it is not the one of the table of formats. */
const byFormat = <Value extends z.ZodType>(value: Value) =>
  block(
    Object.fromEntries(deliveryFormats.map((format) => [format, value.optional()])) as Record<
      DeliveryFormat,
      z.ZodOptional<Value>
    >,
  );

export const serviceProfileSchema = block({
  /** `status` of the content check: generating A, succeeded S, failed G (what the embedded service answers). */
  contentCheck: block({
    generating: status.default(1),
    succeeded: status.default(2),
    failed: status.default(3),
    /** What any other number means (G). */
    unlisted: z.enum(['failed', 'unknown']).default('failed'),
  }),
  taskTypes: block(taskTypes),
  /** Task kinds in use; a listed kind outside this list is answered with `feature-off`. */
  enabledTaskTypes: z.array(z.enum(taskKinds)).default(['title', 'wordDocument', 'markdown', 'topic']),
  /** `sub_type` of a word-processing import (B). */
  wordImport: block({ keep: status.default(1), expand: status.default(2), polish: status.default(3) }),
  /** What `time_expire` of a grant counts (B). */
  timeExpireUnit: z.enum(['seconds-from-now', 'epoch-seconds', 'epoch-milliseconds']).default('seconds-from-now'),
  /** Days that a deleted design stays in the trash; `auto_delete_time` counts the days left (G). */
  trashDays: z.int().min(1).max(3650).default(30),
  /** Pagination: page and size when left out (B), largest size (G). */
  paging: block({
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).default(20),
    maxPageSize: z.int().min(1).default(100),
  }),
  /** `order` of the design list (B). */
  designOrder: block({
    newestCreated: status.default(1),
    lastModified: status.default(2),
    /** Used when the parameter is left out. */
    default: z.enum(['newestCreated', 'lastModified']).default('newestCreated'),
  }),
  /** User count: most users in one call, and how the array travels (text: S, array: seen). The client reads both. */
  userCount: block({ maxUsers: z.int().min(1).default(20), sentAs: z.enum(['text', 'array']).default('text') }),
  /** `layout_type` of design save (G). */
  layoutTypes: block({ standard: status.default(1), pro: status.default(2) }),
  /** `pageType` of the PPT tree (G). */
  pageTypes: block({
    cover: status.default(1),
    catalogue: status.default(2),
    chapter: status.default(3),
    content: status.default(4),
    ending: status.default(5),
  }),
  /** What outline save answers (S for one case). */
  outlineSaved: status.default(3),
  /** `format` of an export: `ppt` S, the others B. Aliases are accepted by the service (G). */
  exportFormats: byFormat(z.string().min(1)),
  exportFormatAliases: byFormat(z.array(z.string().min(1))),
  /** `msg` of an export result (B): some clients compare it, ours judges by `data` alone. */
  exportMessages: block({
    running: z.string().min(1).default('导出中'),
    finished: z.string().min(1).default('导出成功'),
  }),
  names,
  /** Meaning of the non-zero codes, and whether the same call may succeed later. */
  failures: block(failures),
  /** A code that no line of the table lists (G). */
  unknownCode: block({ retryable: z.boolean().default(false) }),
});

export type ServiceProfile = z.output<typeof serviceProfileSchema>;

/** The profile with every default: what the embedded service is, and what the client expects unless told otherwise. */
export const defaultServiceProfile: ServiceProfile = serviceProfileSchema.parse({});

/** Meaning of a non-zero code of the envelope. */
export function classifyCode(
  profile: ServiceProfile,
  number: number,
): { kind: FailureKind | 'unknown'; retryable: boolean } {
  for (const kind of failureKinds) {
    const entry = profile.failures[kind];
    if (entry.codes.includes(number)) return { kind, retryable: entry.retryable };
  }
  return { kind: 'unknown', retryable: profile.unknownCode.retryable };
}

/** The code that the service sends for a kind of failure: the first of its list. */
export function codeOf(profile: ServiceProfile, kind: FailureKind): number {
  return profile.failures[kind].codes[0]!;
}

/** What a content-check status means; unlisted numbers follow the profile and never crash. */
export function contentCheckState(
  profile: ServiceProfile,
  number: number,
): 'generating' | 'succeeded' | 'failed' | 'unknown' {
  const { generating, succeeded, failed, unlisted } = profile.contentCheck;
  if (number === succeeded) return 'succeeded';
  if (number === generating) return 'generating';
  return number === failed ? 'failed' : unlisted;
}
