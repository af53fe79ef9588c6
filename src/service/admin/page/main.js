const { $, KEY, attempt, call, make, show, when } = globalThis.sections;
const REFRESH_MS = 3000;
const SECTIONS = ['designs', 'tasks', 'exports', 'faults', 'clock', 'journal'];
/** What the details of an effect can look like. */
const EXAMPLES = {
  code: '{"code": 40007, "msg": "no balance left", "when": "before"}',
  status: '{"status": 503, "headers": {"retry-after": "5"}}',
  delay: '{"time": "5s"}',
  hang: '{"when": "after"}',
  reset: '{"when": "after"}',
  truncate: '{"bytes": 100}',
  cutStream: '{"events": 5, "clean": false}',
  stall: '{"events": 5}',
  dribble: '{"bytes": 16, "every": "100ms"}',
  errorEvent: '{"events": 5}',
  filterEvent: '{"events": 5}',
  failJob: '{"reason": "the model is not there"}',
  tokenInvalid: '{"after": 3}',
};

let section = SECTIONS.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'designs';
let overview;

function showDoor() {
  for (const name of SECTIONS) $(name).hidden = true;
  $('tabs').replaceChildren();
  $('leave').hidden = true;
  $('clock-badge').hidden = true;
  $('door').hidden = false;
  $('key').focus();
}

function showTabs() {
  $('tabs').replaceChildren(
    ...SECTIONS.map((name) => {
      const count = overview.counts[name];
      const label = name[0].toUpperCase() + name.slice(1);
      const tab = make(
        'button',
        { type: 'button' },
        label,
        count === undefined ? null : make('span', { textContent: count }),
      );
      if (name === section) tab.setAttribute('aria-current', 'page');
      tab.onclick = () => {
        section = name;
        history.replaceState(null, '', `#${name}`);
        void attempt(refresh);
      };
      return tab;
    }),
  );
  $('clock-badge').hidden = overview.clock.offsetMs === 0;
  $('clock-badge').textContent = `clock moved: ${when(overview.clock.now)}`;
}

async function refresh() {
  overview = await call('GET', '/overview');
  $('door').hidden = true;
  $('leave').hidden = false;
  showTabs();
  if ($('fault-effect').options.length === 0) fillFaultForm();
  const shown = section;
  const content = await show[shown](overview);
  if (shown !== section) return;
  if (content) $(shown).replaceChildren(content);
  for (const name of SECTIONS) $(name).hidden = name !== shown;
}

function fillFaultForm() {
  $('fault-effect').append(...Object.keys(overview.effects).map((type) => make('option', { textContent: type })));
  $('fault-effect').onchange = () => {
    const type = $('fault-effect').value;
    const all = make('option', { value: '', textContent: 'all it fits' });
    $('fault-endpoint').replaceChildren(
      all,
      ...overview.effects[type].map((name) => make('option', { textContent: name })),
    );
    $('fault-details').value = EXAMPLES[type] ?? '';
  };
  $('fault-effect').onchange();
}

const given = (id) => ($(id).value.trim() === '' ? undefined : $(id).value.trim());
const number = (id) => (given(id) === undefined ? undefined : Number(given(id)));

async function addFault() {
  let details;
  try {
    details = JSON.parse(given('fault-details') ?? '{}');
  } catch {
    throw new Error('The details of the effect are not valid JSON.');
  }
  await call('POST', '/faults', {
    endpoint: given('fault-endpoint'),
    uid: given('fault-uid'),
    nth: number('fault-nth'),
    times: number('fault-times'),
    probability: number('fault-probability'),
    seed: given('fault-seed'),
    effect: { type: $('fault-effect').value, ...details },
  });
  await refresh();
}

function onSubmit(id, work) {
  $(id).onsubmit = (event) => {
    event.preventDefault();
    void attempt(work);
  };
}

onSubmit('door', async () => {
  sessionStorage.setItem(KEY, $('key').value);
  $('key').value = '';
  await refresh();
});
onSubmit('fault-form', addFault);
onSubmit('clock-form', async () => {
  await call('POST', '/clock', { advance: $('clock-span').value, signatures: $('clock-signatures').checked });
  await refresh();
});
$('fault-clear').onclick = () => attempt(() => call('DELETE', '/faults').then(refresh));
$('clock-reset').onclick = () => attempt(() => call('POST', '/clock', { reset: true }).then(refresh));
$('leave').onclick = () => {
  sessionStorage.removeItem(KEY);
  showDoor();
};

document.addEventListener('locked', showDoor);
document.addEventListener('changed', () => void attempt(refresh));
setInterval(() => {
  if (sessionStorage.getItem(KEY) && !document.hidden) void attempt(refresh);
}, REFRESH_MS);
if (sessionStorage.getItem(KEY)) void attempt(refresh);
else showDoor();
