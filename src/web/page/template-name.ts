import type { TemplateList } from '../v1/schemas';

export type Template = TemplateList['templates'][number];

/** The name in the page's language; templates of other services have only a number. */
export const nameOf = ({ id, names }: Template, language: 'en' | 'zh') => names?.[language] ?? `#${id}`;
