import type { DeckView } from '../api';
import type { Question } from './decisions';
import type { Words } from './words-en';

/** The title, the explanation and the button of the dialog for a decision. */
export function textsOf(
  words: Words,
  question: Question,
  deck: DeckView,
  { gate, revision, dirty, more }: { gate: 'outline' | 'content'; revision: number; dirty: boolean; more: number },
): { title: string; text: string; button: string } {
  const { decide, revisions } = words;
  switch (question.kind) {
    case 'save':
      return { title: decide.saveTitle, text: decide.saveText, button: decide.save };
    case 'regenerate':
      return { title: decide.regenerateTitle[gate], text: decide.regenerateText, button: decide.regenerate };
    case 'reject':
      return { title: decide.rejectTitle, text: decide.rejectText, button: decide.rejectButton };
    case 'request-changes':
      return { title: decide.requestTitle, text: decide.requestText, button: decide.requestButton };
    case 'delegate':
      return { title: decide.delegateTitle, text: decide.delegateText, button: decide.delegate };
    case 'resolve-changes': {
      const request = deck.review?.changeRequests?.find(({ number }) => number === question.changeRequest);
      const title = decide.resolveTitle(request === undefined ? words.conflict.someone : words.name(request));
      return { title, text: decide.resolveText, button: decide.resolveButton };
    }
    case 'restore': {
      const title = revisions.restoreTitle(question.revision);
      return { title, text: revisions.restoreText, button: revisions.restore };
    }
    default: {
      const title = decide.approveTitle[gate];
      if (dirty) return { title, text: decide.approveUnsaved, button: decide.approveMine };
      if (more > 0) return { title, text: decide.approveTextMore(revision, more), button: decide.approve };
      return { title, text: decide.approveText[gate](revision), button: decide.approve };
    }
  }
}
