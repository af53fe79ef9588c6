import type { ReviewComment } from '../../core/review-message';
import type { DeckView } from '../api';
import { Button } from './button';
import type { ItemComment } from './item-comments';
import { isAmong, isSame, placesAt } from './policy';
import { usePreferences, useWords } from './preferences';

/** The collected approvals of a gate with a policy, what is missing, and who may decide. */
export function GateStatus({ deck }: { deck: DeckView }) {
  const words = useWords();
  const { review } = deck;
  if (review?.approvals === undefined || review.policy === undefined) return null;
  const { approvals, policy, mayDecide, delegations = [] } = review;
  const { given, missing, required } = approvals;
  const { gateStatus } = words;
  const needed = [
    ...missing.groups,
    ...(missing.groups.length === 0 && missing.approvals > 0 ? [gateStatus.more(missing.approvals)] : []),
  ];
  const names = given.map((each) => words.name(each));
  const places = placesAt(review);
  return (
    <section class="gate-status" aria-label={gateStatus.title}>
      <p>
        <strong>{gateStatus.count(names.length, required)}</strong>
        {gateStatus.rest(words.listed(names), words.listed(needed))}
      </p>
      <p class="hint">
        {mayDecide === undefined ? gateStatus.anyone : gateStatus.people(words.either(mayDecide))}
        {delegations
          .filter(({ to }) => isAmong(to, places))
          .map(({ from, to }) => ` ${gateStatus.delegated(to, from)}`)}
        {missing.independent && ` ${gateStatus.independent}`}
        {policy.verifiedOnly && ` ${gateStatus.verifiedOnly}`}
      </p>
    </section>
  );
}

/** Why a policy does not let the reviewer of this link decide, and who can help. */
export function NotPermitted({ deck }: { deck: DeckView }) {
  const words = useWords();
  const { notPermitted } = words;
  const { reviewer = '' } = deck.link;
  const people = deck.review?.mayDecide ?? [];
  const to = deck.review?.delegations?.find(({ from }) => isSame(reviewer, from))?.to;
  if (deck.mayNot === 'unverified') {
    return (
      <>
        <p>{notPermitted.unverified}</p>
        <p>
          <code>deck open {deck.workflowId} --for NAME</code>
        </p>
      </>
    );
  }
  return <p>{to === undefined ? notPermitted.others(words.either(people)) : notPermitted.delegated(to)}</p>;
}

/** The open change requests, with the comments that are not shown at an item of the outline. */
export function ChangeRequests({
  deck,
  shown,
  onResolve,
}: {
  deck: DeckView;
  shown: readonly ItemComment[];
  /** Absent for links that cannot decide. */
  onResolve?: (changeRequest: number) => void;
}) {
  const { words, when } = usePreferences();
  const requests = deck.review?.changeRequests ?? [];
  if (requests.length === 0) return null;
  return (
    <section class="change-requests" aria-labelledby="change-requests-title">
      <h2 id="change-requests-title">{words.changeRequests.title}</h2>
      <ul>
        {requests.map((request) => {
          const comments = request.comments ?? [];
          const others = comments.filter(
            ({ item, text }) =>
              !shown.some(
                (one) => one.request.number === request.number && one.item.path === item.path && one.text === text,
              ),
          );
          const atItems = comments.length - others.length;
          return (
            <li key={request.number}>
              <p>
                <strong>{words.changeRequests.by(words.name(request))}</strong>{' '}
                <span class="hint">
                  {words.changes.revision(request.revision)} · <time dateTime={request.at}>{when(request.at)}</time>
                </span>
              </p>
              {request.comment !== undefined && <q>{request.comment}</q>}
              <Comments comments={others} />
              {atItems > 0 && <p class="hint">{words.changeRequests.atItems(atItems)}</p>}
              {onResolve !== undefined && (
                <Button onClick={() => onResolve(request.number)}>
                  {words.changeRequests.resolve}
                  <span class="unseen"> {words.changeRequests.by(words.name(request))}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Comments with the items that they are about. */
export function Comments({ comments }: { comments: readonly ReviewComment[] }) {
  return (
    <>
      {comments.map(({ item, text }) => (
        <q key={item.path + text}>
          <strong>{item.path === '0' ? item.heading : `${item.path} ${item.heading}`}</strong>
          {item.line !== undefined && <em> {item.line}</em>}: {text}
        </q>
      ))}
    </>
  );
}
