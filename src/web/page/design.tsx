import { useState } from 'preact/hooks';
import { AppBar } from './app-bar';
import { Button } from './button';
import { Dialog } from './dialog';
import { Menu } from './menu';
import { Banner } from './messages';
import { Toast } from './toast';

export { show } from './shell';

const kinds = ['primary', '', 'quiet', 'danger', 'chip', 'chip chosen'];
const badges = ['', 'warning', 'good', 'bad'];

/** Every component in all its states, for people who change the page. */
export function View() {
  const [open, setOpen] = useState(false);
  const [toast, setToast] = useState(0);
  return (
    <>
      <AppBar current="decks" />
      <main class="page list-page" id="content">
        <h1>Design</h1>
        <p class="lead">The components of the page, each in all its states.</p>
        <h2>Buttons</h2>
        {[false, true].map((disabled) => (
          <p class="flow" key={String(disabled)}>
            {kinds.map((kind) => (
              <Button key={kind} class={kind} disabled={disabled}>
                {kind || 'default'}
              </Button>
            ))}
            <a class="button" href="/design">
              All components
            </a>
          </p>
        ))}
        <h2>Fields</h2>
        <div class="brand-selects">
          <label class="field">
            <span>Text</span>
            <input placeholder="Placeholder" />
            <small>A hint.</small>
          </label>
          <label class="field">
            <span>Invalid</span>
            <input aria-invalid="true" value="12 slides" />
          </label>
          <label class="field">
            <span>Disabled</span>
            <input disabled />
          </label>
          <label class="field">
            <span>Select</span>
            <select>
              <option>One</option>
            </select>
          </label>
          <label class="field">
            <span>Long text</span>
            <textarea rows={2} />
          </label>
          <div>
            <label class="check">
              <input type="checkbox" checked /> Checked
            </label>
            <label class="check">
              <input type="checkbox" disabled /> Disabled
            </label>
          </div>
        </div>
        <h2>States</h2>
        <p class="flow">
          {badges.map((tone) => (
            <span key={tone} class={`badge ${tone}`}>
              {tone || 'running'}
            </span>
          ))}
        </p>
        <p class="problem">A problem: what happened, and what to do.</p>
        <p class="remark">A remark that does not stop you.</p>
        <p class="saved">Saved.</p>
        <Banner tone="calm" title="A calm banner">
          Its text.
        </Banner>
        <Banner tone="warning" title="A warning">
          Its text.
        </Banner>
        <div class="empty">
          <p>Nothing here yet.</p>
          <a class="button primary" href="/design">
            The first step
          </a>
        </div>
        <h2>Tabs, menu, dialog and toast</h2>
        <div class="tabs">
          <Button class="tab chosen">Outline</Button>
          <Button class="tab">Slides</Button>
          <Button class="tab" disabled>
            Disabled
          </Button>
        </div>
        <div class="flow">
          <Menu
            label="Menu"
            items={[
              { label: 'Delegate', onClick() {} },
              { label: 'Reject', danger: true, onClick() {} },
            ]}
          />
          <Button onClick={() => setOpen(true)}>Open a dialog</Button>
          <Button onClick={() => setToast(toast + 1)}>Show a toast</Button>
        </div>
        <details>
          <summary>A summary</summary>
          <p>Its details.</p>
        </details>
        <h2>Cards, rows and skeletons</h2>
        <div class="card">
          <h3>A card</h3>
          <p class="hint">
            Its hint, and a <a href="/design">way to all components</a>.
          </p>
        </div>
        <ul class="decks">
          <li class="deck">
            <span class="skeleton" />
            <span class="deck-name skeleton" />
          </li>
        </ul>
        {open && (
          <Dialog title="A dialog" onClose={() => setOpen(false)}>
            <p>Its text.</p>
            <div class="dialog-buttons">
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button class="primary" onClick={() => setOpen(false)}>
                Confirm
              </Button>
            </div>
          </Dialog>
        )}
        {toast > 0 && <Toast message={{ text: 'A toast.', number: toast }} onClose={() => setToast(0)} />}
      </main>
    </>
  );
}
