import type { OutlineRevision } from '../core/progress';
import { serviceIdOf } from '../core/service-id';
import { DocumentError } from '../decks/documents/document-store';
import { fileAddress } from '../decks/links/file-links';
import type { DeckAccess } from './caller';
import type { ReviewServices } from './context';
import { channelOf, deckView } from './deck-view';
import { HttpError } from './http-error';
import type { DeckView } from './v1/schemas';

/** The deck as the caller can see it: as of a moment ago, or as of now with `fresh`. */
export async function viewOf(services: ReviewServices, access: DeckAccess, { fresh = false } = {}): Promise<DeckView> {
  const { decks, settings, linkKeys } = services;
  const { workflowId } = access;
  return deckView(await decks.snapshot(workflowId, { fresh }), access, ({ sha256 }) =>
    fileAddress(settings, linkKeys[0], { workflowId, sha256 }),
  );
}

/** The deck, with `since` once its version is another one. Undefined if nothing changes for a while. */
export function changedView(
  services: ReviewServices,
  access: DeckAccess,
  since: string | undefined,
  signal: AbortSignal,
): Promise<DeckView | undefined> {
  if (since === undefined) return viewOf(services, access, { fresh: true });
  return services.longPolls.until(access, signal, async () => {
    const view = await viewOf(services, access);
    return view.version === since ? undefined : view;
  });
}

/** The user of a deck. */
export async function userOf({ decks }: ReviewServices, workflowId: string): Promise<{ uid: string; channel: string }> {
  const { progress } = await decks.snapshot(workflowId);
  return { uid: progress.uid, channel: channelOf(progress) };
}

export async function revisionOf(
  { decks }: ReviewServices,
  workflowId: string,
  revision: string,
): Promise<OutlineRevision> {
  const number = numberOf(revision, 'The revision');
  const find = async (fresh: boolean) =>
    (await decks.snapshot(workflowId, { fresh })).progress.revisions.find(({ revision }) => revision === number);
  // The revision may be newer than the shared snapshot.
  const found = (await find(false)) ?? (await find(true));
  if (found === undefined) throw new HttpError('not-found', `The deck does not have a revision ${number}.`);
  return found;
}

/** What a preview shows: a revision in a template. */
export async function previewOf(
  services: ReviewServices,
  workflowId: string,
  { revision: asked, template: chosen }: { revision?: string | undefined; template?: string | undefined },
) {
  const found = await revisionOf(services, workflowId, asked ?? '');
  const { revision, document } = found;
  const { progress } = await services.decks.snapshot(workflowId);
  const template = chosen === undefined || chosen === '' ? progress.template?.id : templateIdOf(chosen);
  const { templateId, approximate } = services.templates.previewTemplate(template, {
    title: progress.title,
    markdown: template === undefined ? await textOf(services, found) : '',
  });
  return { revision, previewed: { deck: workflowId, document, templateId }, approximate };
}

export async function textOf(
  { documents, log }: ReviewServices,
  { document, revision }: OutlineRevision,
): Promise<string> {
  try {
    return await documents.get(document);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    log.error({ revision, reason: error.message }, 'cannot read the text of a revision');
    throw new HttpError(
      'internal',
      `The text of revision ${revision} cannot be read. The review server must use the same document store as the workers.`,
    );
  }
}

/** Of another service, an ID may be longer than a number. */
export const templateIdOf = (text: string) => serviceIdOf(text) ?? numberOf(text, 'The template ID');

export function numberOf(text: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new HttpError('invalid', `${name} must be a positive integer.`);
  return Number(text);
}
