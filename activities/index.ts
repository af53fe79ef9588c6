import type { DataOf, EndpointName, EndpointsWith, SecretName } from '../src/contract';
import { callNames } from '../src/core/call-names';
import { batchActivities } from './batch';
import { batchReportActivities } from './batch-report';
import { choiceActivities } from './choices';
import { credentialActivities } from './credentials';
import { deckEndActivities } from './deck-ends';
import { designActivities, designSearch } from './designs';
import { downloadActivities } from './download';
import { evidenceActivities } from './evidence';
import { exportActivities } from './exports';
import { generationActivities } from './generation';
import { optionActivities } from './options';
import { outlineActivities } from './outline';
import type { ActivityDependencies } from './perform';
import { presentationActivities } from './presentation';
import { sourceActivities } from './sources';
import { templateActivities, templateSearch } from './templates';
import { usageActivities } from './usage';

export { REPORT_FOLDER, type Reported } from './batch-report';
export { verdictOf } from './failures';
export { folderName } from './file-names';
export type { GeneratedText, ImportedText } from './generation';
export { type NotificationActivities, notificationActivities } from './notifications';
export { openNotifier } from './notifications/notifier';
export type { OutlineTreeFacts } from './outline';

/** The activity of a `secret` endpoint returns no field of the response, so that no history contains a credential. */
type WithoutSecret<Name extends EndpointName> = Name extends SecretName
  ? object & { [Field in keyof DataOf<Name>]?: never }
  : unknown;

export type EndpointActivities = { [Name in EndpointName]: (input: never) => Promise<WithoutSecret<Name>> };

/** One activity per endpoint, named like it. The compiler reports a missing one. */
export function endpointActivities(deps: ActivityDependencies) {
  return {
    ...credentialActivities(deps),
    ...generationActivities(deps),
    ...outlineActivities(deps),
    ...optionActivities(deps),
    ...templateActivities(deps),
    ...designActivities(deps),
    ...exportActivities(deps),
    ...usageActivities(deps),
  } satisfies EndpointActivities;
}

/** All activities that a worker registers, except those of notifications. */
export function createActivities(deps: ActivityDependencies) {
  return {
    ...endpointActivities(deps),
    ...presentationActivities(deps),
    ...sourceActivities(deps),
    ...choiceActivities(deps),
    ...designSearch(deps),
    ...templateSearch(deps),
    ...downloadActivities(deps),
    ...batchActivities(deps),
    ...batchReportActivities(deps),
    ...deckEndActivities(deps),
    ...evidenceActivities(deps),
  };
}

export type Activities = ReturnType<typeof createActivities>;

/** The compiler reports an activity without a name for people. */
callNames satisfies Record<keyof Activities, string>;

/**
 * Activity names by retry class. The contract defines the class of an endpoint's activity, this list that of the
 * others.
 */
interface NamesByClass {
  read:
    | EndpointsWith<{ retry: 'read' }>
    | 'checkComments'
    | 'chooseFilters'
    | 'chooseOptions'
    | 'findDesign'
    | 'findTemplate'
    | 'readBatchItems'
    | 'readOutline';
  write: EndpointsWith<{ retry: 'idempotent-write' }> | 'notify' | 'fillOutline' | 'reportDecks' | 'storeOutline';
  create: EndpointsWith<{ retry: 'create' }> | 'createDocumentTask';
  generate: EndpointsWith<{ retry: 'generate' }>;
  download: 'downloadExport' | 'takeDocument';
  evidence: 'recordActs';
}

export type ActivityClass = keyof NamesByClass;
export type ActivitiesOf<Class extends ActivityClass> = Pick<Activities, NamesByClass[Class]>;
