// What a program writes as `export * from 'durable-presentations/workflows'`.
export * from '../../../dist/workflows';
export { brochure } from './orders';
