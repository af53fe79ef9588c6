import { useState } from 'preact/hooks';
import { isGap, promptIn, subjectOf } from '../../outline/prompts';
import { LEVELS, linesUnder, type Outline, rename, setBody } from './outline';
import { useWords } from './preferences';
import type { Editor } from './use-editor';

/** A form for the prompts of a frame. An answer replaces its prompt in the outline, like any other edit. */
export function Prompts({ editor, open: isOpen }: { editor: Editor; open: boolean }) {
  const words = useWords();
  const [answers, setAnswers] = useState<Record<number, string>>({});
  const slides = openPrompts(editor.outline);
  const open = slides.flatMap(({ prompts }) => prompts);
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
    <details class="reading prompts" open={isOpen && isWide()}>
      <summary>{words.prompts.title(open.length)}</summary>
      <p class="hint">{words.prompts.hint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          fill();
        }}
      >
        {slides.map(({ id: slideId, slide, prompts }) => (
          <fieldset key={slideId}>
            <legend>{slide}</legend>
            {prompts.map(({ id, prompt }) => (
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
          </fieldset>
        ))}
        <button type="submit" disabled={ready === 0}>
          {words.prompts.fill(ready)}
        </button>
      </form>
    </details>
  );
}

interface SlidePrompts {
  /** Id and title of the slide. */
  id: number;
  slide: string;
  prompts: { id: number; prompt: string }[];
}

/** Number of prompts without an answer. */
export const countPrompts = (outline: Outline): number =>
  openPrompts(outline).reduce((sum, { prompts }) => sum + prompts.length, 0);

/** Opens the form at its first empty field. */
export function goToPrompts(): void {
  const form = document.querySelector<HTMLDetailsElement>('.prompts');
  if (form === null) return;
  form.open = true;
  const fields = [...form.querySelectorAll('input')];
  (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
}

/** The prompts without an answer, by slide: the same prompt means different things on different slides. */
function openPrompts({ nodes }: Outline): SlidePrompts[] {
  const slides: SlidePrompts[] = [{ id: 0, slide: '', prompts: [] }];
  for (const node of nodes) {
    const { id, level, text } = node;
    const prompt = linesUnder(node).every(isGap) ? promptIn(text) : undefined;
    if (prompt !== undefined) slides.at(-1)!.prompts.push({ id, prompt });
    else if (level <= LEVELS.page) slides.push({ id, slide: text, prompts: [] });
  }
  return slides.filter(({ prompts }) => prompts.length > 0);
}

/** On a phone, the open form would hide the outline that it is about. */
const isWide = () => matchMedia('(min-width: 600px)').matches;
