export { BrandError } from './brand-error';
export { checkTemplate } from './fill-template';
export { parseRoles, type Roles, rolesSchema } from './mapping';
export { reportLines, reportTemplate } from './report';
export type { BrandLook } from './stand-in';
export type { TemplateReport } from './template-report';
