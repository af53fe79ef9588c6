import type { SearchAttributeType } from '@temporalio/common';

/** The result of the SDK's `defineSearchAttributeKey`, written out so that this file imports no code. */
export interface SearchAttribute<Type extends SearchAttributeType = SearchAttributeType> {
  name: string;
  type: Type;
}

/**
 * The search attributes of decks. Plain data, because the workflow sandbox sets them and the cluster setup registers
 * them. They are stored unencrypted, so they contain nothing secret.
 */
const key = <Type extends SearchAttributeType>(name: string, type: Type): SearchAttribute<Type> => ({ name, type });

/** The deck's stage, such as `review`. */
export const PresentationStage = key('PresentationStage', 'KEYWORD');
/** The user who owns the deck. */
export const PresentationUid = key('PresentationUid', 'KEYWORD');
/** The deck's source, such as `title`. */
export const PresentationSource = key('PresentationSource', 'KEYWORD');
/** The failure type that parked the deck; absent otherwise. A keyword, so that lists can group and filter by it. */
export const PresentationAttention = key('PresentationAttention', 'KEYWORD');
/** Review deadline. */
export const PresentationReviewDue = key('PresentationReviewDue', 'DATETIME');
/** Since when a person has to act: the start of the current review, or the time at which the deck was parked. */
export const PresentationWaitingSince = key('PresentationWaitingSince', 'DATETIME');
/**
 * The people whose approval a gate is waiting for, as keywords; absent if anyone may decide. With a name,
 * an inbox has that person's decks only.
 */
export const PresentationReviewers = key('PresentationReviewers', 'KEYWORD_LIST');
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
  PresentationWaitingSince,
  PresentationReviewers,
  PresentationTaskId,
  PresentationDesignId,
];

const otherSources = ['document', 'topic', 'markdown'] as const;

/**
 * The attributes for starting a deck, so that it can be found immediately. Set at the start, they cost no event in the
 * history.
 */
export function startAttributes(input: { uid: string } & { [Source in (typeof otherSources)[number]]?: unknown }) {
  const source = otherSources.find((each) => input[each] !== undefined) ?? 'title';
  return [
    { key: PresentationUid, value: input.uid },
    { key: PresentationSource, value: source },
    { key: PresentationStage, value: 'prepare' },
  ];
}
