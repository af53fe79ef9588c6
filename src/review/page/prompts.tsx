import { useState } from 'preact/hooks';
import { isGap, promptIn, subjectOf } from '../../outline/prompts';
import { linesUnder, rename, setBody } from './outline';
import { useWords } from './preferences';
import type { Editor } from './use-editor';

/** A form for the prompts of a frame. An answer replaces its prompt in the outline, like any other edit. */
export function Prompts({ editor }: { editor: Editor }) {
  const words = useWords();
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const open = editor.outline.nodes.flatMap((node) => {
    const prompt = linesUnder(node).every(isGap) ? promptIn(node.text) : undefined;
    return prompt === undefined ? [] : [{ id: node.id, prompt }];
  });
  if (open.length === 0) return null;
  const fill = () => {
    let { outline } = editor;
    for (const { id, prompt } of open) {
      const answer = answers[id]?.trim() ?? '';
      if (answer !== '') outline = setBody(rename(outline, id, subjectOf(prompt)), id, `\n${answer}\n`);
    }
    editor.edit(outline);
    setAnswers({});
  };
  const ready = open.filter(({ id }) => (answers[id]?.trim() ?? '') !== '').length;
  return (
    <details class="reading prompts">
      <summary>{words.prompts.title(open.length)}</summary>
      <p class="hint">{words.prompts.hint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          fill();
        }}
      >
        {open.map(({ id, prompt }) => (
          <label class="prompt" key={id}>
            <span>{prompt}</span>
            <input
              type="text"
              maxLength={400}
              value={answers[id] ?? ''}
              onInput={({ currentTarget }) => setAnswers({ ...answers, [id]: currentTarget.value })}
            />
          </label>
        ))}
        <button type="submit" disabled={ready === 0}>
          {words.prompts.fill(ready)}
        </button>
      </form>
    </details>
  );
}
