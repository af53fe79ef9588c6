import type { SearchAttributeType } from '@temporalio/common';

/** What the SDK's `defineSearchAttributeKey` makes; written out, so that this file imports no code at all. */
export interface SearchAttribute<Type extends SearchAttributeType = SearchAttributeType> {
  name: string;
  type: Type;
}

/**
 * The search attributes by which decks are found in lists. Plain data: the workflow sets them inside the sandbox, and
 * the process that prepares a cluster registers them, both from here. They are stored in clear, so nothing secret.
 */
const key = <Type extends SearchAttributeType>(name: string, type: Type): SearchAttribute<Type> => ({ name, type });

/** Stage of the pipeline that the deck is at, such as `review`. */
export const PresentationStage = key('PresentationStage', 'KEYWORD');
/** The end user whom the deck is made for. */
export const PresentationUid = key('PresentationUid', 'KEYWORD');
/** What the deck is made from, such as `title`. */
export const PresentationSource = key('PresentationSource', 'KEYWORD');
/** Why a person is needed; absent when nobody is. A keyword, so that a list can be grouped and filtered by reason. */
export const PresentationAttention = key('PresentationAttention', 'KEYWORD');
/** When the waiting review ends by itself. */
export const PresentationReviewDue = key('PresentationReviewDue', 'DATETIME');
/** Task at the service. */
export const PresentationTaskId = key('PresentationTaskId', 'INT');
/** Design at the service. */
export const PresentationDesignId = key('PresentationDesignId', 'INT');

export const presentationSearchAttributes: readonly SearchAttribute[] = [
  PresentationStage,
  PresentationUid,
  PresentationSource,
  PresentationAttention,
  PresentationReviewDue,
  PresentationTaskId,
  PresentationDesignId,
];

/**
 * What a deck is started with, so that it is found by its user from its first second. Set at the start they cost no
 * event in its history.
 */
export function startAttributes({
  uid,
  document,
  topic,
  markdown,
}: {
  uid: string;
  document?: unknown;
  topic?: unknown;
  markdown?: unknown;
}) {
  const source =
    document !== undefined ? 'document' : topic !== undefined ? 'topic' : markdown !== undefined ? 'markdown' : 'title';
  return [
    { key: PresentationUid, value: uid },
    { key: PresentationSource, value: source },
    { key: PresentationStage, value: 'prepare' },
  ];
}
