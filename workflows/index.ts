/** Workflow types of the presentation worker; the exported name is the name that clients start. */
export { presentation } from './presentation';
