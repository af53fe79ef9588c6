import { useId, useState } from 'preact/hooks';

/** Where a person drops a file, or chooses one. */
export function Drop(props: { title: string; help: string; accept: string; onFile: (file: File) => void }) {
  const { title, help, accept, onFile } = props;
  const [over, setOver] = useState(false);
  const hint = useId();
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <label
      class={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        class="unseen"
        type="file"
        accept={accept}
        aria-describedby={hint}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      <strong>{title}</strong>
      <small id={hint}>{help}</small>
    </label>
  );
}
