import { type ActivityDependencies, callActivity } from './perform';

export function designActivities(deps: ActivityDependencies) {
  return {
    saveDesign: callActivity(deps, 'saveDesign'),
    listDesigns: callActivity(deps, 'listDesigns'),
    readDesign: callActivity(deps, 'readDesign'),
    renameDesign: callActivity(deps, 'renameDesign'),
    deleteDesign: callActivity(deps, 'deleteDesign'),
    listDeletedDesigns: callActivity(deps, 'listDeletedDesigns'),
    revertDesign: callActivity(deps, 'revertDesign'),
    clearDesign: callActivity(deps, 'clearDesign'),
  };
}
