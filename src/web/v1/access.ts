import { WORKFLOW_ID_PREFIX } from '../../core/deck-id';
import { accessTo, type DeckAccess } from '../caller';
import type { ReviewContext } from '../context';
import { HttpError } from '../http-error';

/** What the caller may do with the deck of the path. */
export function accessOf(c: ReviewContext): DeckAccess {
  const workflowId = `${WORKFLOW_ID_PREFIX}/${c.req.param('uid')}/${c.req.param('request')}`;
  c.set('deck', workflowId);
  return accessTo(c.get('caller')!, workflowId);
}

/** A review link is for one deck. */
export function requireNoLink(c: ReviewContext): void {
  if (c.get('caller')?.kind === 'link') throw new HttpError('not-allowed', 'A review link shows one deck only.');
}
