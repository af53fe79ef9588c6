import { type Carried, waitingWorkflow } from './waiting';

export const presentation = (carried: Carried): Promise<Carried> => waitingWorkflow(carried, 0);
