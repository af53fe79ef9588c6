import type { ButtonHTMLAttributes } from 'preact';

/** A button that does not submit the form around it. */
export function Button(props: ButtonHTMLAttributes) {
  return <button type="button" {...props} />;
}
