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
    ['deck start --like me/reefs-1 --request reefs-2', 'the input of an earlier deck once more'],
    ['deck start --from-deck me/reefs-1 --format pdf --wait', 'a deck that exists, as a PDF'],
  ],
  list: [
    ['deck list --attention', 'what waits for help'],
    ['deck list --stage review --watch', 'what waits for a decision, kept up to date in the terminal'],
    ['deck list --status failed --since 2d --uid me', 'what failed in the last two days'],
    ['deck list --views --uid me', 'views of the Temporal UI; --open needs-attention opens one'],
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
    ['deck batch status decks --watch', 'until it ends; the path of its report comes out on stdout'],
    ['deck batch status decks --report', 'what became of each deck, as CSV'],
    ['deck batch status decks --json', 'the record, for a script'],
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
  'service list': [
    ['deck service list designs --uid me', 'what the service holds for a user; --deleted shows the trash'],
    ['deck service list templates --colour blue', 'of one colour, in the order that --rank counts'],
    ['deck service list options --json', 'what --option key=value takes, for a script'],
  ],
  'service design': [
    ['deck service design rename 100007 "Coral reefs, 2026"', 'another name at the service'],
    ['deck service design delete 100007 --uid me', 'into the trash; restore takes it out again'],
    ['deck service design clear 100007 --yes', 'for good, without asking'],
  ],
  'service usage': [
    ['deck service usage', 'of the user that the settings name'],
    ['deck service usage me you --json', 'of several users'],
  ],
  'service token': [
    ['deck service token', 'so that the next call need not ask for one'],
    ['deck service token --uid me --json', 'of another user'],
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
    ['deck doctor --notify', 'a test message to every receiver, and what each answered'],
  ],
  completion: [
    ['deck completion bash > ~/.local/share/bash-completion/completions/deck', 'for bash, from the next shell on'],
    ['deck completion zsh > ~/.zsh/_deck', 'for zsh, in a folder of its fpath'],
    ['deck completion fish > ~/.config/fish/completions/deck.fish', 'for fish'],
  ],
};
