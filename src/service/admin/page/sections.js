// What every section of the page shows; main.js drives it. Each of the two stands in a scope of its own.
const KEY = 'admin-key';

const $ = (id) => document.getElementById(id);
const covers = new Map();

/** An element; texts are set as text, never as markup. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function raw(method, path, body) {
  const init = { method, headers: { 'x-admin-key': sessionStorage.getItem(KEY) ?? '' } };
  if (body !== undefined) init.body = JSON.stringify(body);
  return fetch(`/_admin${path}`, init);
}

async function call(method, path, body) {
  const response = await raw(method, path, body);
  const { code, data, msg } = await response.json();
  if (response.status === 401) {
    sessionStorage.removeItem(KEY);
    document.dispatchEvent(new Event('locked'));
  }
  if (code !== 0) throw new Error(msg);
  return data;
}

/** Runs what a person has asked for, and says so when it cannot be done. */
async function attempt(work) {
  try {
    await work();
    $('notice').hidden = true;
  } catch (error) {
    $('notice').textContent = error.message;
    $('notice').hidden = false;
  }
}

const when = (iso) => (iso === null ? '' : iso.slice(0, 19).replace('T', ' '));
const grade = (text, good) => make('span', { className: good ? 'good' : 'bad', textContent: text });

function table(heads, rows, nothing) {
  if (rows.length === 0) return make('p', { className: 'empty', textContent: nothing });
  const cells = (tag, values) => make('tr', {}, ...values.map((value) => make(tag, {}, value)));
  const head = make('thead', {}, cells('th', heads));
  const body = make(
    'tbody',
    {},
    ...rows.map((row) =>
      cells(
        'td',
        row.map((value) => value ?? ''),
      ),
    ),
  );
  return make('table', {}, head, body);
}

async function coverOf(id, image) {
  if (!covers.has(id)) {
    const response = await raw('GET', `/designs/${id}/cover`);
    if (response.ok) covers.set(id, URL.createObjectURL(await response.blob()));
  }
  image.src = covers.get(id) ?? '';
}

/** The channel is part of the user, as in the ids of decks. */
const userOf = ({ uid, channel }) => (channel === '' ? uid : `${uid}~${channel}`);

const changed = () => document.dispatchEvent(new Event('changed'));

const show = {
  async designs() {
    const designs = await call('GET', '/designs');
    const cards = designs.map((design) => {
      const image = make('img', { alt: `Cover of ${design.name}` });
      void coverOf(design.id, image);
      const facts = `no. ${design.id} of ${userOf(design)}, task ${design.taskId}, ${when(design.createdAt)}`;
      const gone = design.deletedAt && make('span', { className: 'bad', textContent: 'in the trash' });
      const text = make(
        'div',
        {},
        make('b', { textContent: design.name }),
        make('span', { className: 'soft', textContent: facts }),
      );
      if (gone) text.append(' ', gone);
      return make('article', { className: gone ? 'card gone' : 'card' }, image, text);
    });
    const nothing = make('p', { className: 'empty', textContent: 'No design has been saved yet.' });
    return cards.length === 0 ? nothing : make('div', { className: 'cards' }, ...cards);
  },
  async tasks() {
    const rows = (await call('GET', '/tasks')).map((task) => [
      task.id,
      task.title,
      userOf(task),
      task.outlineRevision === 0 ? 'none' : `revision ${task.outlineRevision}`,
      task.contentIsCurrent ? grade('complete', true) : 'not yet',
      task.job && grade(task.job.reason ?? task.job.status, task.job.status !== 'failed'),
      when(task.createdAt),
    ]);
    return table(
      ['No.', 'Title', 'User', 'Outline', 'Content', 'Job', 'Created'],
      rows,
      'No task has been created yet.',
    );
  },
  async exports() {
    const rows = (await call('GET', '/exports')).map((item) => [
      item.name,
      item.designId,
      userOf(item),
      item.format,
      grade(item.reason ?? item.status, item.status !== 'failed'),
      item.files === 0 ? '' : `${item.files} (${Math.ceil(item.bytes / 1024)} KB)`,
      when(item.createdAt),
    ]);
    return table(
      ['Design', 'No.', 'User', 'Format', 'State', 'Files', 'Started'],
      rows,
      'Nothing has been exported yet.',
    );
  },
  async faults() {
    const rows = (await call('GET', '/faults')).map(
      ({ id, endpoint, uid, nth, times, probability, seed, effect, ...rule }) => {
        const { type, ...details } = effect;
        const remove = make('button', { className: 'quiet', textContent: 'Remove' });
        remove.onclick = () => attempt(() => call('DELETE', `/faults/${id}`).then(changed));
        const drawn = probability === undefined ? '' : `, p = ${probability}, seed ${seed}`;
        const strikes = `${nth ? `from call ${nth}` : 'every call'}${times === 1 ? ', once' : times ? `, ${times} times` : ''}${drawn}`;
        const effectText = make(
          'div',
          {},
          make('b', { textContent: type }),
          ' ',
          make('code', { textContent: JSON.stringify(details) }),
        );
        return [
          id,
          effectText,
          endpoint ?? 'all it fits',
          uid ?? 'everybody',
          strikes,
          `${rule.struck} of ${rule.seen}`,
          remove,
        ];
      },
    );
    $('fault-list').replaceChildren(
      table(['Rule', 'Effect', 'Call', 'User', 'When', 'Struck', ''], rows, 'No rules: the service behaves.'),
    );
  },
  async clock({ clock }) {
    $('clock-now').textContent = `${when(clock.now)} UTC`;
    const hours = Math.round(clock.offsetMs / 36_000) / 100;
    $('clock-offset').textContent =
      hours === 0 ? 'As the clock of the machine.' : `${hours} hours from the clock of the machine.`;
  },
  async journal() {
    const { entries } = await call('GET', '/journal');
    const rows = entries.reverse().map((entry) => [
      when(entry.time),
      `${entry.method} ${entry.endpoint}`,
      entry.uid,
      entry.status === null ? grade('no answer', false) : grade(entry.status, entry.status < 400),
      entry.code === null ? '' : grade(entry.code, entry.code === 0),
      `${Math.round(entry.ms)} ms`,
      Object.entries(entry.ids)
        .map(([name, id]) => `${name} ${id}`)
        .join(', '),
      entry.fault && grade(entry.fault, false),
    ]);
    return table(['Time', 'Call', 'User', 'HTTP', 'Code', 'Took', 'Ids', 'Fault'], rows, 'Nobody has called yet.');
  },
};

globalThis.sections = { $, KEY, attempt, call, make, show, when };
