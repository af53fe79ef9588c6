import type { ComponentChildren, InputHTMLAttributes } from 'preact';

interface Labeled {
  class?: string;
  label: ComponentChildren;
  /** Below the field. */
  help?: ComponentChildren;
}

/** A field with its label above it. */
export function Field({ class: name, label, help, children }: Labeled & { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children.
    <label class={name === undefined ? 'field' : `field ${name}`}>
      <span>{label}</span>
      {children}
      {help !== undefined && <small>{help}</small>}
    </label>
  );
}

type Attribute = 'value' | 'required' | 'maxLength' | 'placeholder' | 'pattern' | 'autoComplete' | 'min' | 'max';
type Line = Pick<InputHTMLAttributes, Attribute> & { type?: 'text' | 'number'; onText: (text: string) => void };

/** A field for a line of text. */
export function TextField({ class: name, label, help, type = 'text', onText, ...input }: Labeled & Line) {
  return (
    <Field {...{ label, help }} class={name}>
      <input {...input} type={type as 'text'} onInput={({ currentTarget }) => onText(currentTarget.value)} />
    </Field>
  );
}

type Box = Pick<InputHTMLAttributes, 'checked' | 'disabled'> & { onCheck: (checked: boolean) => void };

/** A checkbox, with its label behind it. */
export function Check({ onCheck, children, ...input }: Box & { children: ComponentChildren }) {
  return (
    <label class="check">
      <input type="checkbox" {...input} onChange={({ currentTarget }) => onCheck(currentTarget.checked)} /> {children}
    </label>
  );
}

/** What went wrong; screen readers say it at once. */
export function Problem({ children, lang }: { children: ComponentChildren; lang?: string }) {
  return (
    <p class="problem" role="alert" lang={lang}>
      {children}
    </p>
  );
}
