import { useState } from 'preact/hooks';
import { countPrompts, openPrompts, type PromptTable, placesOf } from './open-prompts';
import { useWords } from './preferences';
import type { Editor } from './use-editor';

type Answers = Record<string, string>;

/** A form for the prompts of a frame. An answer replaces its prompt in the outline, like any other edit. */
export function Prompts({ editor, open: isOpen }: { editor: Editor; open: boolean }) {
  const words = useWords();
  const [answers, setAnswers] = useState<Answers>({});
  const slides = openPrompts(editor.outline);
  const count = countPrompts(editor.text);
  if (count === 0) return null;
  const ready = placesOf(slides).flatMap(({ key, answer }) => {
    const text = answers[key]?.trim() ?? '';
    return text === '' ? [] : [{ answer, text }];
  });
  const fill = () => {
    editor.edit(ready.reduce((outline, { answer, text }) => answer(outline, text), editor.outline));
    setAnswers({});
  };
  const field = (key: string) => ({
    type: 'text' as const,
    maxLength: 400,
    value: answers[key] ?? '',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setAnswers({ ...answers, [key]: currentTarget.value }),
  });
  return (
    <details class="reading prompts" open={isOpen && isWide()}>
      <summary>{words.prompts.title(count)}</summary>
      <p class="hint">{words.prompts.hint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          fill();
        }}
      >
        {slides.map(({ id, slide, prompts, tables }) => (
          <fieldset key={id}>
            <legend>{slide}</legend>
            {prompts.map(({ key, label }) => (
              <label class="prompt" key={key}>
                <span>{label}</span>
                <input {...field(key)} />
              </label>
            ))}
            {tables.map((table) => (
              <TableForm key={table.key} table={table} field={field} />
            ))}
          </fieldset>
        ))}
        <button type="submit" disabled={ready.length === 0}>
          {words.prompts.fill(ready.length)}
        </button>
      </form>
    </details>
  );
}

/** A table or chart with a field in each empty cell. */
function TableForm({ table: { header, rows }, field }: { table: PromptTable; field: (key: string) => object }) {
  return (
    <div class="prompt-table">
      <table>
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={column} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>
                  {typeof cell === 'string' ? cell : <input {...field(cell.key)} aria-label={cell.label} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On a phone, the open form would hide the outline that it is about. */
const isWide = () => matchMedia('(min-width: 600px)').matches;
