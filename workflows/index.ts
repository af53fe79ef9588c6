/** Workflow types of the presentation worker; the exported name is the name that clients start. */

export { presentationBatch } from './batch';
export { exportDesign } from './export-design';
export { notification } from './notification';
export { presentation } from './presentation';
export { scheduledPresentation } from './scheduled';
