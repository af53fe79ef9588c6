import { type Deck, paid, userOf } from '../deck';
import { createReportingDuplicates } from '../lost-responses';
import { currentOutline, type PresentationState } from '../state';

/**
 * Creates the task. The specification has no list of tasks to look up a lost one, but a task without generation is
 * free.
 */
export async function createTask(deck: Deck): Promise<void> {
  const { state, plan } = deck;
  const what = plan.source.kind === 'title' ? 'without outline' : `from the ${plan.source.kind}`;
  const lost = `a task ${what}: the response to its creation was lost`;
  state.taskId = await createReportingDuplicates(deck, { kind: 'task', lost }, () =>
    paid(deck, 'createTask', () => taskOf(deck)),
  );
  // The service already has a text that was sent with the task.
  const given = currentOutline(state);
  if (given !== undefined) state.savedRevision = given.revision;
}

const fileOf = ({ document: file }: PresentationState) => (file === undefined ? {} : { file });

async function taskOf(deck: Deck): Promise<number> {
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
      return (await createTask({ user, request })).id;
    case 'topic':
      return (await createTask({ user, request: { ...request, id: source.topic } })).id;
    case 'markdown':
      // Only that of a condensed text with images, which the service takes from it.
      return (await createDocumentTask({ user, request, content: source.document, ...fileOf(state) })).id;
    case 'document': {
      const treatment = wire.treatment === undefined ? {} : { sub_type: wire.treatment };
      return (await createDocumentTask({ user, request: { ...request, ...treatment }, file: state.document! })).id;
    }
  }
}
