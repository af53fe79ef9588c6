export { type Comparer, createComparer } from './comparer';
export { type CondenseRequest, type Condenser, createCondenser } from './condenser';
export { WORD_LIMITS } from './word-limits';
