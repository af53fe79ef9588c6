import type { ServiceId } from '../../core/service-id';
import type { ReviewPolicy } from '../v1/schemas';
import type { Template } from './template-name';

/** What a person typed, which this browser keeps until the deck has started. */
export interface Draft {
  title: string;
  kind: string;
  audience: string;
  points: string;
  slides: string;
  formats: string[];
  /** The gates that this person switched on or off. */
  gates: Partial<Record<Gate, boolean>>;
}

export type Gate = ReviewPolicy['gates'][number]['gate'];
type GatePolicy = ReviewPolicy['gates'][number];

/** What another deck was started from, as the API has it. */
export interface Order extends Record<string, unknown> {
  title?: string;
  kind?: string;
  audience?: string;
  remember?: string[];
  slides?: number;
  formats: string[];
  template?: { id?: ServiceId; type?: 1 | 2 };
  document?: { file?: { name: string }; path?: string; url?: string };
  settings?: Partial<Record<(typeof sections)[Gate], Partial<GatePolicy>>>;
}

/** The fields of the form, and those that one of them replaces. */
const ELSEWHERE = [
  ...['title', 'kind', 'audience', 'remember', 'slides', 'formats', 'settings', 'template', 'name', 'from'],
  ...['document', 'markdown', 'topic', 'content', 'facts', 'provider'],
];

export const empty: Draft = { title: '', kind: '', audience: '', points: '', slides: '', formats: ['ppt'], gates: {} };

const sections = { outline: 'review', content: 'contentReview' } as const;

/** The form as another deck was started. */
export const draftLike = ({ title, kind, audience, remember, slides, formats }: Order): Draft => ({
  title: title ?? '',
  kind: kind ?? '',
  audience: audience ?? '',
  points: remember?.join('\n') ?? '',
  slides: slides === undefined ? '' : String(slides),
  formats,
  gates: {},
});

export const templateLike = ({ template }: Order): Template | undefined =>
  template?.id === undefined ? undefined : { id: template.id, type: template.type!, cover: false, rendered: false };

/** The review policy with what another deck changed about it. */
export const policyLike = ({ gates }: ReviewPolicy, like: Order | undefined): ReviewPolicy => ({
  gates: gates.map((one) => (one.binding ? one : { ...one, ...like?.settings?.[sections[one.gate]] })),
});

/** The document or text of an order; undefined if its source is a title. */
export function sourceOf({ document, markdown, topic }: Order): Record<string, unknown> | undefined {
  const given = Object.entries({ document, markdown, topic }).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

export const isReviewed = ({ gates }: Draft, { gate, mode, binding }: GatePolicy) =>
  binding || (gates[gate] ?? mode !== 'off');

export const pointsOf = ({ points }: Draft) =>
  points.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

interface Choices {
  /** `same`: the document or text of the deck that this one is like. */
  source: 'title' | 'file' | 'same';
  template?: Template | undefined;
  policy?: ReviewPolicy | undefined;
  like?: Order | undefined;
}

/** The order as the API takes it. */
export function orderOf(draft: Draft, { source, template, policy, like }: Choices) {
  const title = draft.title.trim();
  const audience = draft.audience.trim();
  const remember = pointsOf(draft);
  const slides = Number(draft.slides);
  return {
    ...(like && othersOf(like, source, title)),
    ...(title !== '' && { title }),
    ...(source === 'title' && {
      ...(draft.kind !== '' && { kind: draft.kind }),
      ...(audience !== '' && { audience }),
      ...(remember.length > 0 && { remember }),
    }),
    ...(source !== 'title' && slides > 0 && { slides }),
    ...(template !== undefined && { template: { id: template.id, type: template.type } }),
    formats: draft.formats,
    settings: { ...like?.settings, ...settingsOf(draft, policy, like) },
  };
}

/** What the form does not show of another deck, as far as it fits this source. */
function othersOf(like: Order, source: Choices['source'], title: string) {
  const { content, facts, provider, template } = like;
  return {
    ...Object.fromEntries(Object.entries(like).filter(([field]) => !ELSEWHERE.includes(field))),
    ...(template?.id === undefined && { template }),
    ...(source === 'same' && { ...sourceOf(like), content }),
    ...(source === 'title' && { provider, ...(title === like.title && { facts }) }),
  };
}

/** The reviews that this person switched on or off, where the policy does not bind. */
function settingsOf({ gates }: Draft, policy: ReviewPolicy | undefined, like: Order | undefined) {
  const modeOf = ({ gate, binding }: GatePolicy) =>
    gates[gate] === undefined || binding ? {} : { mode: gates[gate] ? 'required' : 'off' };
  return Object.fromEntries(
    (policy?.gates ?? []).map((one) => [
      sections[one.gate],
      { ...like?.settings?.[sections[one.gate]], ...modeOf(one) },
    ]),
  );
}
