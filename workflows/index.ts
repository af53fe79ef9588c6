/** Workflow types of the presentation worker. Clients start them by these exported names. */

export { presentationBatch } from './batch/batch';
export { scheduledPresentation } from './batch/scheduled';
export { exportDesign } from './export/export-design';
export { notification } from './notification';
export { presentation } from './presentation/presentation';
