import { z } from 'zod';
import { type DeliveryFormat, deliveryFormats } from '../core/formats';

/**
 * The compatibility profile: values that the specification leaves open ("not shown"), shared by client and embedded
 * service. Grades give the source of a value: S the specification, A and B several independent public clients, C one of
 * them, G our own choice. If a value is wrong for a service, override it in the profile instead of patching code.
 */

const code = z.int().min(1);
const status = z.int();
const anyStatus = z.union([status, z.string().min(1)]);
/** One or several; the service sends the first number. */
const statuses = (...numbers: number[]) =>
  z
    .codec(z.union([anyStatus, z.array(anyStatus)]), z.array(anyStatus), {
      decode: (value) => [value].flat(),
      encode: (value) => value,
    })
    .default(numbers);

/** One row of the code table. The service sends the first code; the client recognizes all of them. */
const failure = (codes: [number, ...number[]], retryable: boolean) =>
  z
    .strictObject({
      codes: z.array(code).min(1).default(codes),
      retryable: z.boolean().default(retryable),
    })
    .prefault({});

/** The meanings of a failure for the caller, and the numeric codes of each. */
const failures = {
  /** Token unknown, or header set not of one account and user (A). The client requests a new token. */
  authentication: failure([43103], false),
  /** Token expired (C). The client requests a new token. */
  'token-expired': failure([43101], false),
  /** Signature or timestamp rejected (C). */
  signature: failure([43102], false),
  /** No balance left (C). */
  quota: failure([40007], false),
  /** The account may not use this feature (C). */
  'feature-off': failure([40008], false),
  /** Generation failed (C): the same call would fail again, so the workflow restarts at the generation step. */
  'generation-failed': failure([12100], false),
  /** Rejected by content moderation (C). */
  moderation: failure([12101], false),
  /** Task, design, topic or ticket not found, or owned by another user (C). */
  'not-found': failure([12102], false),
  /** Template not found or not permitted (C). */
  template: failure([30001], false),
  /** Enterprise templates not enabled (C). */
  'enterprise-templates-off': failure([10307], false),
  /** Export queue full (B): retry after a delay. */
  'queue-full': failure([20003], true),
  /** Export task missing or expired (C): a new export is needed. */
  'export-missing': failure([20001], false),
  /** A parameter is missing or malformed (G). */
  'invalid-request': failure([40000], false),
  /** Path or feature not supported by this service (G). */
  'not-served': failure([40400], false),
  /** Too many calls (G). */
  'rate-limit': failure([42900], true),
  /** Internal failure of the service (C). */
  internal: failure([50000], true),
};

export type FailureKind = keyof typeof failures;
export const failureKinds = Object.keys(failures) as [FailureKind, ...FailureKind[]];

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

/** Names that users can pass instead of the service's names of options, template styles and scenes (G). */
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

/** A value for each delivery format that differs from the format table. */
const byFormat = <Value extends z.ZodType>(value: Value) =>
  block(
    Object.fromEntries(deliveryFormats.map((format) => [format, value.optional()])) as Record<
      DeliveryFormat,
      z.ZodOptional<Value>
    >,
  );

export const serviceProfileSchema = block({
  /**
   * `status` of the content check: generating A, succeeded S, failed G. The service sends the first of each list; the
   * client recognizes all of them, as numbers and as words. Any other status says nothing: the client looks again. What
   * means failed is known of the embedded service only (3).
   */
  contentCheck: block({
    generating: statuses(1),
    succeeded: statuses(2),
    failed: statuses(),
  }),
  taskTypes: block(taskTypes),
  /** Enabled task kinds; other known kinds are refused with `feature-off`. */
  enabledTaskTypes: z.array(z.enum(taskKinds)).default(['title', 'wordDocument', 'markdown', 'topic', 'freeText']),
  /** `sub_type` of a word-processing import (B). */
  wordImport: block({ keep: status.default(1), expand: status.default(2), polish: status.default(3) }),
  /** Days that a deleted design stays in the trash; `auto_delete_time` counts the remaining days (G). */
  trashDays: z.int().min(1).max(3650).default(30),
  /** Pagination: default page and size (B), maximum size (G). */
  paging: block({
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).default(20),
    maxPageSize: z.int().min(1).default(100),
  }),
  /** `order` of the design list (B). */
  designOrder: block({
    newestCreated: status.default(1),
    lastModified: status.default(2),
    /** The order if the parameter is omitted. */
    default: z.enum(['newestCreated', 'lastModified']).default('newestCreated'),
  }),
  /** Maximum number of users per call of the user count. */
  userCount: block({ maxUsers: z.int().min(1).default(20) }),
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
  /** Response of outline save (S for one case). */
  outlineSaved: status.default(3),
  /** `format` of an export: `ppt` S, the others B. The service also accepts aliases (G). */
  exportFormats: byFormat(z.string().min(1)),
  exportFormatAliases: byFormat(z.array(z.string().min(1))),
  /** `msg` of an export result (B). Some clients compare it; ours looks only at `data`. */
  exportMessages: block({
    running: z.string().min(1).default('导出中'),
    finished: z.string().min(1).default('导出成功'),
  }),
  names,
  /** The meaning of non-zero codes, and whether a retry may succeed. */
  failures: block(failures),
});

export type ServiceProfile = z.output<typeof serviceProfileSchema>;

/** The profile with all defaults: the behavior of the embedded service, and the client's default expectations. */
export const defaultServiceProfile: ServiceProfile = serviceProfileSchema.parse({});

/** Returns the meaning of a non-zero code, and whether a retry may succeed. */
export function classifyCode(
  profile: ServiceProfile,
  number: number,
): { kind: FailureKind | 'unknown'; retryable: boolean } {
  for (const kind of failureKinds) {
    const entry = profile.failures[kind];
    if (entry.codes.includes(number)) return { kind, retryable: entry.retryable };
  }
  return { kind: 'unknown', retryable: false };
}

/** Returns the code that the service sends for a kind of failure: the first in its list. */
export function codeOf(profile: ServiceProfile, kind: FailureKind): number {
  return profile.failures[kind].codes[0]!;
}

/** `status` of a failed job of the embedded service. */
const FAILED = 3;

/** The status that the embedded service sends. */
export function contentCheckStatus(
  { contentCheck }: ServiceProfile,
  state: 'generating' | 'succeeded' | 'failed',
): number {
  const [first = FAILED] = contentCheck[state].filter((each) => typeof each === 'number');
  return first;
}

/**
 * Returns the meaning of a content-check status; one that is not listed has none.
 * @param isEmbedded whether it comes from the embedded service
 */
export function contentCheckState(
  profile: ServiceProfile,
  status: number | string,
  isEmbedded: boolean,
): 'generating' | 'succeeded' | 'failed' | 'unlisted' {
  const states = ['succeeded', 'generating', 'failed'] as const;
  const { contentCheck } = profile;
  const found = states.find((state) => contentCheck[state].map(String).includes(String(status)));
  return found ?? (isEmbedded && status === contentCheckStatus(profile, 'failed') ? 'failed' : 'unlisted');
}
