export { type Checker, createChecker } from './checker';
export type { CheckReport, Finding, Severity } from './finding';
export { findingSentences } from './summary';
