/** Workflow types of the presentation worker. Clients start them by these exported names. */

export { presentationBatch } from './batch';
export { exportDesign } from './export-design';
export { notification } from './notification';
export { presentation } from './presentation';
export { scheduledPresentation } from './scheduled';
