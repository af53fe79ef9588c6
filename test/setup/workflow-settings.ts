import { workflowSettings } from '../../src/config/workflow-settings';

/** The section `workflow` with every default. */
export const defaultWorkflowSettings = workflowSettings.parse({});
