export { BrandError } from './brand-error';
export { parseRoles, type Roles, rolesSchema } from './mapping';
export { reportLines } from './report';
export type { BrandLook } from './stand-in';
export type { TemplateReport } from './template-report';
export { checkInThread, reportInThread } from './threads';
