/** What every activity does, in the imperative, for error messages and lists. The keys are stored in histories. */
export const callNames = {
  preparePresentation: 'check the input',
  grantToken: 'get an access token',
  grantCode: 'get an authorization code',
  createTask: 'create the task',
  createDocumentTask: 'create the task',
  streamOutline: 'generate the outline',
  streamAlternativeOutline: 'generate the outline',
  streamContent: 'generate the content',
  readAlternativeContent: 'generate the content',
  streamWordContent: 'generate the deck from the document',
  startContent: 'start the content job',
  checkContent: 'check the content job',
  checkComments: 'check the comments',
  addProLayout: 'start the pro layout',
  readOutline: 'read the outline',
  readOutlineTree: 'read the outline tree',
  readPptTree: 'read the slide tree',
  saveOutline: 'save the outline',
  storeOutline: 'store the edited outline',
  fillOutline: 'fill in the facts',
  listAdvancedOptions: 'list the advanced options',
  chooseOptions: 'look up the advanced options',
  listPresetTopics: 'list the preset topics',
  readPresetTopic: 'read the preset topic',
  listSuitFilters: 'list the template filters',
  chooseFilters: 'look up the template filters',
  searchSuits: 'search for templates',
  findTemplate: 'find a template',
  listEnterpriseSuits: 'list the enterprise templates',
  takeDocument: 'import the document',
  saveDesign: 'save the design',
  listDesigns: 'list the designs',
  findDesign: 'find the design',
  readDesign: 'read the design',
  renameDesign: 'rename the design',
  deleteDesign: 'move the design to the trash',
  listDeletedDesigns: 'list the designs in the trash',
  revertDesign: 'restore the design',
  clearDesign: 'delete the design permanently',
  startExport: 'start the export',
  readExportResult: 'check the export job',
  downloadExport: 'download the files',
  countUserOutlines: 'count the outlines of the user',
  recordActs: 'write the audit log',
  notify: 'write the notification to the log',
  prepareBatch: 'check the batch',
  readBatchItems: 'read the batch items',
  reportDecks: 'write the batch report',
  waitForDeck: 'wait for the deck',
  waitForDecks: 'wait for the decks of the batch',
} as const;

/** The name of a call for people. An activity of another release keeps its own name. */
export function callName(activity: string): string {
  return Object.hasOwn(callNames, activity) ? callNames[activity as keyof typeof callNames] : `run ${activity}`;
}

/**
 * Why a call failed, as one sentence: `could not start the content job: no balance (40007)`. The client's messages
 * begin with the endpoint. That is dropped, unless it is a call that this one needed first, such as its access token.
 */
export function callFailure(activity: string, message: string): string {
  const reason = message.replace(/^(\w+): /, (prefix, inner: string) => {
    if (inner === 'grantToken' && activity !== inner) return `could not ${callNames.grantToken}: `;
    return inner === 'download' || Object.hasOwn(callNames, inner) ? '' : prefix;
  });
  return `could not ${callName(activity)}: ${reason}`;
}
