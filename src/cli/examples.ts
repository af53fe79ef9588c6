/** A line as a person types it, and what it is for. */
export type Example = readonly [line: string, what: string];

/** Examples of every command, by its path below `deck`; each line is read by the parser in the tests. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  run: [
    ['deck run "Coral reefs"', 'one deck from nothing, asking where the outline is to be read'],
    ['deck run "Coral reefs" --yes --format ppt,pdf', 'without a question, in two formats'],
    ['deck run --document report.docx --treatment polish', 'from a Word document, its wording polished'],
  ],
  start: [
    ['deck start "Coral reefs" --request reefs-1', 'started twice, it is still one deck'],
    ['deck start "Coral reefs" --option audience=teachers --colour blue --wait', 'with choices, followed to its end'],
    ['deck start --markdown talk.md --review off', 'from a finished text, approved by nobody'],
  ],
  list: [
    ['deck list --attention', 'what waits for help'],
    ['deck list --stage review --watch', 'what waits for a decision, kept up to date in the terminal'],
    ['deck list --status failed --since 2d --uid me', 'what failed in the last two days'],
    ['deck list --search reefs --json', 'by title or id, for a script'],
  ],
  status: [
    ['deck status me/reefs-1', 'for reading'],
    ['deck status presentation/me/reefs-1 --json', 'the progress record, for a script'],
  ],
  watch: [
    ['deck watch me/reefs-1', 'until it ends or needs help'],
    ['deck watch me/reefs-1 me/tea-1 --json', 'two at once; the results as JSON lines'],
  ],
  review: [
    ['deck review me/reefs-1', 'read it; in a terminal, decide as well'],
    ['deck review me/reefs-1 --edit outline.md --approve', 'put another text there and approve that'],
    ['deck review me/reefs-1 --diff 1', 'what changed since revision 1'],
    ['deck review me/reefs-1 --regenerate --comment "shorter, please"', 'have another outline made'],
  ],
  resolve: [
    ['deck resolve me/reefs-1 --retry', 'the cause is gone: try again'],
    ['deck resolve me/reefs-1 --skip --comment "no PDF needed"', 'go on without this stage'],
    ['deck resolve --all --type ServiceUnreachable --retry', 'every deck that is parked for this; asks first'],
    ['deck resolve me/reefs-1 --design-id 100007', 'go on with a design that was found at the service'],
  ],
  cancel: [
    ['deck cancel me/reefs-1', 'end it cleanly'],
    ['deck cancel me/reefs-1 --json', 'the same, answered for a script'],
  ],
  batch: [
    ['deck batch start decks.csv --review off --wait', 'a deck of every line'],
    ['deck batch status decks', 'how far it is'],
  ],
  'batch start': [
    ['deck batch start decks.csv', 'the key of the batch is the name of the file'],
    ['deck batch start decks.jsonl --batch spring --window 20 --wait', 'twenty at once, followed to the end'],
    ['deck batch start decks.csv --defaults defaults.json --on-failure fail', 'trouble ends a deck, others go on'],
  ],
  'batch status': [
    ['deck batch status decks', 'for reading'],
    ['deck batch status decks --json', 'the record, for a script'],
  ],
  'batch watch': [
    ['deck batch watch decks', 'until it ends; the path of its report comes out on stdout'],
    ['deck batch watch decks --json', 'the same with the result as JSON'],
  ],
  'batch report': [
    ['deck batch report decks', 'what became of each deck, as CSV'],
    ['deck batch report decks --json', 'as JSON lines'],
  ],
  'batch pause': [
    ['deck batch pause decks', 'start no more'],
    ['deck batch pause decks --comment "quota is used up"', 'and say why'],
  ],
  'batch resume': [
    ['deck batch resume decks', 'go on'],
    ['deck batch resume decks --window 5', 'go on with five at once'],
  ],
  'batch window': [
    ['deck batch window decks 5', 'from now on five at once'],
    ['deck batch window decks 5 --json', 'the same, answered for a script'],
  ],
  'batch cancel': [
    ['deck batch cancel decks', 'its running decks go on'],
    ['deck batch cancel decks --running', 'they are cancelled, too'],
  ],
  schedule: [
    ['deck schedule create weekly --cron "0 8 * * 1" --title "The week"', 'every Monday at eight'],
    ['deck schedule list', 'what is planned'],
  ],
  'schedule create': [
    ['deck schedule create weekly --cron "0 8 * * 1" --timezone Europe/Berlin --title "The week"', 'by the calendar'],
    ['deck schedule create tips --every "7 days" --input tips.json', 'by an interval, with a whole input'],
  ],
  'schedule list': [
    ['deck schedule list', 'for reading'],
    ['deck schedule list --json', 'for a script'],
  ],
  'schedule delete': [
    ['deck schedule delete weekly', 'the decks that it has made stay'],
    ['deck schedule delete weekly --json', 'the same, answered for a script'],
  ],
  'schedule pause': [
    ['deck schedule pause weekly', 'nothing is made until it is resumed'],
    ['deck schedule pause weekly --json', 'the same, answered for a script'],
  ],
  'schedule resume': [
    ['deck schedule resume weekly', 'from the next time on'],
    ['deck schedule resume weekly --json', 'the same, answered for a script'],
  ],
  'schedule trigger': [
    ['deck schedule trigger weekly', 'one deck now, beside the others'],
    ['deck schedule trigger weekly --json', 'the same, answered for a script'],
  ],
  again: [
    ['deck again me/reefs-1', 'the same input once more'],
    ['deck again me/reefs-1 --request reefs-2 --wait', 'under a key of your own, followed to its end'],
  ],
  export: [
    ['deck export me/reefs-1 --format pdf', 'a deck that exists, as a PDF'],
    ['deck export me/reefs-1 --format png --zip --wait', 'its pages as pictures in one file'],
  ],
  designs: [
    ['deck designs list --uid me', 'what the service holds'],
    ['deck designs list --deleted', 'and what lies in the trash'],
  ],
  'designs list': [
    ['deck designs list --uid me --limit 100', 'the newest hundred'],
    ['deck designs list --deleted --json', 'the trash, for a script'],
  ],
  'designs rename': [
    ['deck designs rename 100007 "Coral reefs, 2026"', 'another name at the service'],
    ['deck designs rename 100007 "Reefs" --uid me', 'of another user than the settings say'],
  ],
  'designs delete': [
    ['deck designs delete 100007', 'into the trash'],
    ['deck designs delete 100007 --uid me --json', 'answered for a script'],
  ],
  'designs restore': [
    ['deck designs restore 100007', 'out of the trash'],
    ['deck designs restore 100007 --uid me --json', 'answered for a script'],
  ],
  'designs clear': [
    ['deck designs clear 100007', 'asks first: this cannot be undone'],
    ['deck designs clear 100007 --yes', 'without asking'],
  ],
  templates: [
    ['deck templates --colour blue', 'of one colour, in the order that --rank counts'],
    ['deck templates --enterprise --json', "the account's own, for a script"],
  ],
  topics: [
    ['deck topics --limit 10', 'the first ten'],
    ['deck topics --json', 'all of them, for a script'],
  ],
  options: [
    ['deck options', 'what --option key=value takes'],
    ['deck options --json', 'the same for a script'],
  ],
  usage: [
    ['deck usage', 'of the user that the settings name'],
    ['deck usage me you --json', 'of several users'],
  ],
  token: [
    ['deck token', 'so that the next call need not ask for one'],
    ['deck token --uid me --json', 'of another user'],
  ],
  dev: [
    ['deck dev', 'everything on this machine, until Ctrl-C'],
    ['deck dev --data trial --json', 'with data of its own; the addresses on one line'],
  ],
  worker: [
    ['deck worker', 'for the server that temporal.yaml names'],
    ['deck worker --config production.yaml', 'with other settings'],
  ],
  service: [
    ['deck service', 'on the port of the settings'],
    ['deck service --host 0.0.0.0 --port 8080', 'for other machines'],
  ],
  'review-server': [
    ['deck review-server', 'beside workers that run elsewhere, with their link key and data directory'],
    ['deck review-server --host 0.0.0.0 --port 8080', 'for other machines; set reviewServer.publicUrl as well'],
  ],
  'codec-server': [
    ['deck codec-server', 'for the web pages of the embedded server, or of encryption.codecServer.origins'],
    ['deck codec-server --config production.yaml', 'with the keys of another cluster'],
  ],
  open: [
    ['deck open me/reefs-1', 'the link of its review; in a terminal it is opened, too'],
    ['deck open me/reefs-1 --for "Me" --expires 2d --print', 'to be sent to somebody'],
    ['deck open me/reefs-1 --viewer', 'only to look'],
    ['deck open me/reefs-1 --ui', 'its page in the Temporal UI'],
  ],
  dashboard: [
    ['deck dashboard', 'the views, with how many decks each finds'],
    ['deck dashboard --open needs-attention', 'in the Temporal UI, where it stays among the saved views'],
    ['deck dashboard --uid me --json', 'of one user, for a script'],
  ],
  replay: [
    [
      'deck replay',
      'with the new version installed, before its workers start: exit code 1 names the decks it would break',
    ],
    ['deck replay --sample 200 --json', 'two hundred of many, from the newest to the oldest'],
    ['deck replay --build ../next --type presentation', 'another checkout, decks alone'],
  ],
  move: [
    ['deck move --all --from-build 2.3.0', 'empty an old build, so that its workers can be stopped'],
    ['deck move me/reefs-1 me/tea-1 --wait 2m', 'two decks, waiting longer for each'],
    ['deck move --all --uid me --json', 'of one user, for a script; exit code 1 while some have not moved'],
  ],
  setup: [
    ['deck setup', 'make what is missing on the cluster'],
    ['deck setup --check', 'only look; exit code 1 when something is missing'],
  ],
  notify: [
    ['deck notify test', 'see whether webhooks and addresses hear'],
    ['deck notify test --json', 'the same for a script'],
  ],
  'notify test': [
    ['deck notify test', 'a test message to every receiver, and what each answered'],
    ['deck notify test --json', 'the same for a script'],
  ],
  mcp: [
    ['deck mcp', 'what an assistant’s program starts; see docs/mcp.md'],
    ['deck mcp --uid me', 'only the decks of one user'],
    ['deck mcp --no-confirm', 'decisions are made on the review page or in a terminal only'],
  ],
  config: [
    ['deck config', 'what is in effect, as YAML'],
    ['deck config --config production.yaml --json', 'of another file, for a script'],
  ],
  schema: [
    ['deck schema', 'the names'],
    ['deck schema input', 'what a deck is started with, as JSON Schema'],
  ],
  doctor: [
    ['deck doctor', 'what is missing on this machine'],
    ['deck doctor --json', 'for a script; exit code 1 when something is missing'],
  ],
  completion: [
    ['deck completion bash > ~/.local/share/bash-completion/completions/deck', 'for bash, from the next shell on'],
    ['deck completion zsh > ~/.zsh/_deck', 'for zsh, in a folder of its fpath'],
    ['deck completion fish > ~/.config/fish/completions/deck.fish', 'for fish'],
  ],
};
