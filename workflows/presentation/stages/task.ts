import { given } from '../../../src/core/given';
import { type Deck, userOf } from '../deck';
import { createOnce, idOf, type Made } from '../lost-responses';
import type { PresentationState } from '../state';

/**
 * Creates the task. The specification has no list of tasks to look up a lost one, but a task without generation is
 * free.
 */
export async function createTask(deck: Deck): Promise<void> {
  const { state, plan } = deck;
  const what = plan.source.kind === 'title' ? 'without outline' : `from the ${plan.source.kind}`;
  const resource = { endpoint: 'createTask', kind: 'task', what: `a task ${what}`, call: 'creation' } as const;
  state.taskId = await createOnce(deck, resource, async () => idOf(deck, 'task', await made(deck)));
  // The service already has a text that was sent with the task.
  const [first] = state.outlines;
  if (first?.source === 'given') state.savedRevision = first.revision;
}

const fileOf = ({ document: file }: PresentationState) => (file === undefined ? {} : { file });

async function made(deck: Deck): Promise<Made> {
  const { state, plan, call } = deck;
  const { source, wire } = plan;
  const user = userOf(deck);
  const request = {
    ...(plan.titled ? { title: plan.title } : {}),
    type: wire.taskType,
    ...(state.choices?.options === undefined ? {} : { senior_options: state.choices.options }),
  };
  const { createTask, createDocumentTask } = call.create(`Create the task “${plan.title}”`);
  switch (source.kind) {
    case 'title':
      return createTask({ user, request, ...given({ brief: plan.brief }) });
    case 'topic':
      return createTask({ user, request: { ...request, id: source.topic } });
    case 'markdown':
      // Only that of a condensed text with images, which the service takes from it.
      return createDocumentTask({ user, request, content: source.document, ...fileOf(state) });
    case 'document': {
      const treatment = wire.treatment === undefined ? {} : { sub_type: wire.treatment };
      return createDocumentTask({ user, request: { ...request, ...treatment }, file: state.document! });
    }
  }
}
