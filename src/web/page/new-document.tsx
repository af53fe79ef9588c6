import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CheckedDocument } from '../v1/schemas';
import { Button } from './button';
import { ApiError, type Calls } from './calls';
import { Drop } from './drop';
import { useNewWords } from './new-words';
import { useWords } from './preferences';
import { useEvent } from './use-window';

export type Check = { checking: true } | CheckedDocument | { failure: string };

/** Sends a chosen document for a check, of which the last one counts. */
export function useDocument(calls: Calls, onError: (error: unknown) => void) {
  const words = useWords();
  const [file, setFile] = useState<File>();
  const [check, setCheck] = useState<Check>();
  const current = useRef<File | undefined>(undefined);
  const choose = (chosen: File | undefined) => {
    current.current = chosen;
    setFile(chosen);
    setCheck(chosen && { checking: true });
    if (chosen === undefined) return;
    const form = new FormData();
    form.set('document', chosen);
    calls.post<CheckedDocument>('/v1/documents/check', form).then(
      (checked) => current.current === chosen && setCheck(checked),
      (error: unknown) => {
        if (current.current !== chosen) return;
        const code = error instanceof ApiError ? error.code : 'internal';
        if (code === 'login-needed') onError(error);
        setCheck({ failure: (words.errors[code] ?? words.errors.internal).join('. ') });
      },
    );
  };
  // A document whose check failed for want of a connection is checked again.
  useEvent('online', () => {
    if (check !== undefined && 'failure' in check) choose(current.current);
  });
  return { file, check, choose };
}

/** The document of a new deck with the result of its check, or the place to drop one. */
export function DocumentField(props: {
  file: File | undefined;
  check: Check | undefined;
  onFile: (file: File | undefined) => void;
}) {
  const { file, check, onFile } = props;
  const words = useNewWords();
  if (file === undefined) {
    return (
      <Drop title={words.drop} help={words.dropHelp} accept=".docx,.md,.markdown,.txt,.pptx,.potx" onFile={onFile} />
    );
  }
  return (
    <ChosenSource name={file.name} onRemove={() => onFile(undefined)}>
      <div role="status">{check !== undefined && <CheckResult check={check} />}</div>
    </ChosenSource>
  );
}

/** What a new deck is made from. */
export function ChosenSource(props: { name: string; onRemove: () => void; children?: ComponentChildren }) {
  const words = useNewWords();
  return (
    <div class="card chosen-file">
      <div class="title-row">
        <h2>{props.name}</h2>
        <Button class="quiet" aria-label={words.remove(props.name)} onClick={props.onRemove}>
          ✕
        </Button>
      </div>
      {props.children}
    </div>
  );
}

function CheckResult({ check }: { check: Check }) {
  const words = useNewWords();
  if ('checking' in check) return <p class="hint">{words.checking}</p>;
  if ('failure' in check) return <p class="problem">{check.failure}</p>;
  const { faults, title, chapters, pages } = check;
  if (faults.length === 0) {
    const contents = chapters === undefined || pages === undefined ? words.usable : words.contents(chapters, pages);
    return <p class="saved">✓ {[title, contents].filter(Boolean).join(' · ')}</p>;
  }
  return (
    <div class="problem">
      <strong>{words.unusable}</strong>
      <ul>
        {faults.map(({ path, message }) => (
          <li key={path + message}>
            {path}: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
