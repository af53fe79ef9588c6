import { useEffect, useMemo, useState } from 'preact/hooks';
import type { DeckView, Remedy } from '../v1/schemas';
import { Button } from './button';
import { ApiError, sessionCalls } from './calls';
import { Problem } from './fields';
import { Banner } from './messages';
import { useWords } from './preferences';

type Way = NonNullable<Remedy['ways']>[number];

/** Why the deck is parked: a sentence for a reviewer; for an operator also the remedy, with buttons. */
export function Parked({ deck, attention }: { deck: DeckView; attention: NonNullable<DeckView['attention']> }) {
  const words = useWords();
  const calls = useMemo(() => sessionCalls(deck.id), [deck.id]);
  const [remedy, setRemedy] = useState<Remedy>({});
  const [sent, setSent] = useState<Way>();
  const [sure, setSure] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    calls.get<Remedy>(`${calls.deck}/resolutions`).then(
      (found) => setRemedy(found ?? {}),
      () => setRemedy({}),
    );
  }, [calls]);
  const { ways = [], advice } = remedy;
  const send = async (way: Way) => {
    if (way.action === 'abandon' && !sure) {
      setSure(true);
      return;
    }
    setSent(way);
    setFailure(undefined);
    try {
      await calls.post(`${calls.deck}/resolutions`, { since: attention.at, ...way });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      setSent(undefined);
    }
  };
  return (
    <Banner tone="warning" title={words.parked}>
      <p>{ways.length === 0 ? words.parkedText : words.parkedOperator}</p>
      {ways.length > 0 && (
        <>
          <p lang="en" class="own-words">
            {attention.message}. {advice}.
          </p>
          <div class="flow">
            {ways.map((way, index) => (
              <Button
                key={index}
                class={index === 0 ? 'primary' : way.action === 'abandon' ? 'danger' : ''}
                disabled={sent !== undefined}
                onClick={() => void send(way)}
              >
                {way.action === 'abandon' && sure ? words.list.abandonNow : wayLabel(words.ways, way)}
              </Button>
            ))}
          </div>
        </>
      )}
      {failure !== undefined && <Problem lang="en">{failure}</Problem>}
    </Banner>
  );
}

const wayLabel = (ways: ReturnType<typeof useWords>['ways'], { action, paidCalls, newJob }: Way) =>
  newJob ? ways.newJob : paidCalls === undefined ? ways[action] : ways.paidCalls(paidCalls);
