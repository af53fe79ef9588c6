import type { DeckView } from '../v1/schemas';
import { isAmong, isSame, placesAt } from './policy';
import { useWords } from './preferences';

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
