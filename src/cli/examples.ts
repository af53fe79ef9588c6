/** A command line as typed in a shell, and a short description of it. */
type Example = readonly [line: string, description: string];

/** Examples for each command, by its path below `deck`. The tests parse every line. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  run: [
    ['deck run "Coral reefs"', 'create one deck; prompts for review in a terminal'],
    ['deck run "Coral reefs" --yes --format pptx,pdf', 'in two formats, without prompts'],
    ['deck run --document report.docx --treatment polish', 'from a Word document, with polished wording'],
    ['deck run --document report.docx --slides 12', 'from a Word document, condensed to about 12 slides'],
  ],
  start: [
    ['deck start "Coral reefs" --key reefs-1', 'running it again returns the same deck'],
    [
      'deck start "Coral reefs" --option audience=teachers --template-color blue --wait',
      'choose audience and template, then follow the deck',
    ],
    ['deck start --like me/reefs-1 --key reefs-2', 'reuse the input of an earlier deck'],
    ['deck start --from-deck me/reefs-1 --format pdf --wait', 'export an existing deck as PDF'],
  ],
  list: [
    ['deck list --parked', 'parked decks'],
    ['deck list --stage review --watch', 'decks awaiting review, refreshed in place'],
    ['deck list --status failed --since 2d --uid me', 'failed decks of the last two days'],
    ['deck list --views --uid me', 'links to views in the Temporal UI; --open needs-attention opens one'],
  ],
  inbox: [
    ['deck inbox', 'choose a deck that waits for a person, and review or resolve it'],
    ['deck inbox --list --uid me', 'list the decks of one user, most urgent first'],
  ],
  status: [
    ['deck status me/reefs-1', 'human-readable output'],
    ['deck status presentation/me/reefs-1 --json', 'the same, as JSON'],
  ],
  watch: [
    ['deck watch me/reefs-1', 'follow a deck until it completes or is parked'],
    ['deck watch me/reefs-1 me/tea-1 --json', 'follow two decks; print their results as JSON lines'],
  ],
  review: [
    ['deck review me/reefs-1', 'show the text under review; prompts for a decision in a terminal'],
    ['deck review me/reefs-1 --edit outline.md --approve', 'replace the text and approve it'],
    ['deck review me/reefs-1 --suggest "2.1=Costs in 2026"', 'suggest another text for a line'],
    ['deck review me/reefs-1 --approve --despite "Ann agreed by phone"', 'approve over an open objection'],
  ],
  resolve: [
    ['deck resolve me/reefs-1 --retry', 'retry the stage after fixing the cause'],
    ['deck resolve me/reefs-1 --skip --comment "no PDF needed"', 'continue without this stage'],
    ['deck resolve --all --type ServiceUnreachable --retry', 'retry every deck with this failure type; confirms first'],
    ['deck resolve me/reefs-1 --design-id 100007', 'continue with an existing design'],
  ],
  cancel: [
    ['deck cancel me/reefs-1', 'cancel a deck'],
    ['deck cancel me/reefs-1 --json', 'the same, as JSON'],
  ],
  batch: [
    ['deck batch start decks.csv --review off --wait', 'start one deck per row and follow the batch'],
    ['deck batch status decks', 'show its progress'],
  ],
  'batch start': [
    ['deck batch start decks.csv', 'start the batch "decks"'],
    [
      'deck batch start decks.jsonl --batch spring --concurrency 20 --wait',
      'run 20 decks concurrently and follow the batch',
    ],
    ['deck batch start decks.csv --defaults defaults.json --on-failure fail', 'fail decks instead of parking them'],
  ],
  'batch status': [
    ['deck batch status decks', 'human-readable output'],
    ['deck batch status decks --watch', 'follow the batch, then print the path of its report'],
    ['deck batch status decks --report', 'print the outcome of each deck as CSV'],
    ['deck batch status decks --json', 'print the record as JSON'],
  ],
  'batch pause': [
    ['deck batch pause decks', 'pause a batch'],
    ['deck batch pause decks --comment "quota is used up"', 'the same, with a reason'],
  ],
  'batch resume': [
    ['deck batch resume decks', 'resume a batch'],
    ['deck batch resume decks --concurrency 5', 'the same, with a new concurrency limit'],
  ],
  'batch concurrency': [
    ['deck batch concurrency decks 5', 'run at most 5 decks concurrently from now on'],
    ['deck batch concurrency decks 5 --json', 'the same, as JSON'],
  ],
  'batch cancel': [
    ['deck batch cancel decks', 'cancel a batch; its running decks continue'],
    ['deck batch cancel decks --running', 'cancel its running decks as well'],
  ],
  schedule: [
    ['deck schedule create weekly --cron "0 8 * * 1" --title "The week"', 'start a deck every Monday at 08:00 UTC'],
    ['deck schedule list', 'list all schedules'],
  ],
  'schedule create': [
    [
      'deck schedule create weekly --cron "0 8 * * 1" --timezone Europe/Berlin --title "The week"',
      'every Monday at 08:00 in Berlin',
    ],
    ['deck schedule create tips --every "7 days" --input tips.json', 'every 7 days, with the input from a file'],
  ],
  'schedule list': [
    ['deck schedule list', 'human-readable output'],
    ['deck schedule list --json', 'the same, as JSON'],
  ],
  'schedule delete': [
    ['deck schedule delete weekly', 'delete a schedule and keep its decks'],
    ['deck schedule delete weekly --json', 'the same, as JSON'],
  ],
  'schedule pause': [
    ['deck schedule pause weekly', 'start no decks until the schedule is resumed'],
    ['deck schedule pause weekly --json', 'the same, as JSON'],
  ],
  'schedule resume': [
    ['deck schedule resume weekly', 'continue with the next scheduled time'],
    ['deck schedule resume weekly --json', 'the same, as JSON'],
  ],
  'schedule trigger': [
    ['deck schedule trigger weekly', 'start one extra deck now'],
    ['deck schedule trigger weekly --json', 'the same, as JSON'],
  ],
  template: [
    ['deck template report brand.potx', 'print its layouts, their roles, and what cannot be used'],
    ['deck template add brand.potx --name "Acme"', 'register it; prints the ID for --template'],
    ['deck template show "Acme"', 'print the report of a registered file, with its corrected layouts'],
    ['deck template remove "Acme"', 'no longer offer it; begun decks are finished with it'],
  ],
  audit: [
    ['deck audit verify', 'check the whole log'],
    ['deck audit export', 'print it'],
  ],
  'audit verify': [
    ['deck audit verify', 'find lines that were changed, removed, moved or cut off'],
    [
      'deck audit verify out/me/reefs-1/decisions.json',
      'check who approved a delivered file, and that it is that file',
    ],
  ],
  'audit export': [
    ['deck audit export', 'JSON lines'],
    ['deck audit export --format ocsf', 'for a SIEM that reads OCSF'],
  ],
  token: [
    ['deck token create --name reports --scope decks:read', 'create a token'],
    ['deck token list', 'list them'],
  ],
  'token create': [
    ['deck token create --name reports --scope decks:read decks:start', 'let a program start and read decks'],
    ['deck token create --name Ann --scope decks:read decks:decide --expires 12h', 'let Ann decide for half a day'],
  ],
  'token list': [
    ['deck token list', 'IDs, names, scopes and times of expiry'],
    ['deck token list --json', 'the same for programs'],
  ],
  'token revoke': [
    ['deck token revoke reports', 'end the token of a program at once'],
    ['deck token revoke 0123456789abcdef', 'by its ID'],
  ],
  links: [
    ['deck links revoke u1/r1', 'end every link of a deck'],
    ['deck links revoke u1/r1 --json', 'print when, as JSON'],
  ],
  'links revoke': [
    ['deck links revoke u1/r1', 'end every link that was issued before'],
    ['deck links revoke u1/r1 --json', 'print when, as JSON'],
  ],
  dev: [
    ['deck dev', 'run the whole stack until Ctrl-C'],
    ['deck dev --data trial --json', 'with a separate data directory; print the addresses as JSON'],
  ],
  worker: [
    ['deck worker', 'connect to the server in temporal.yaml'],
    ['deck worker --config production.yaml', 'use another settings file'],
  ],
  service: [
    ['deck service', 'listen on the configured port'],
    ['deck service --host 0.0.0.0 --port 8080', 'listen on all interfaces'],
  ],
  'service list': [
    ['deck service list designs --uid me', 'designs of a user; --deleted lists the trash'],
    ['deck service list templates --template-color blue', 'templates by color, in the order that --rank uses'],
    ['deck service list options --json', 'values for --option key=value, as JSON'],
  ],
  'service design': [
    ['deck service design rename 100007 "Coral reefs, 2026"', 'rename a design'],
    ['deck service design delete 100007 --uid me', 'move a design to the trash'],
    ['deck service design clear 100007 --yes', 'permanently delete a design, without a prompt'],
  ],
  'service usage': [
    ['deck service usage', 'for the default user'],
    ['deck service usage me you --json', 'for two users, as JSON'],
  ],
  'service probe': [
    ['deck service probe --url https://slides.example.com', 'free calls; prints the lines that its profile needs'],
    ['deck service probe --spend 1 --write profile.yaml', 'make one deck, and write the lines'],
  ],
  'service verify': [
    ['deck service verify', 'the configured service; creates nothing'],
    ['deck service verify --against https://slides.example.com --report out', 'another service, with a report'],
    ['deck service verify --create --record traffic.json', 'all checks, which costs; keeps the redacted traffic'],
    ['deck service verify --replay traffic.json', 'judge the recorded traffic, without a service'],
  ],
  comments: [
    ['deck comments me/reefs-1', 'the open threads, in the order of the text'],
    ['deck comments me/reefs-1 --all --json', 'every thread, as JSON'],
  ],
  'review-server': [
    ['deck review-server', 'run next to remote workers, with their link key and data directory'],
    ['deck review-server --host 0.0.0.0 --port 8080', 'listen on all interfaces; also set reviewServer.publicUrl'],
  ],
  'codec-server': [
    ['deck codec-server', 'for the embedded Temporal UI, or for encryption.codecServer.origins'],
    ['deck codec-server --config production.yaml', 'with the keys of another cluster'],
  ],
  open: [
    ['deck open me/reefs-1', 'print a review link and open it in the browser'],
    ['deck open me/reefs-1 --reviewer "Ann" --expires 2d --print', 'print a link to send to a reviewer'],
    ['deck open me/reefs-1 --view-only', 'a link that cannot decide'],
    ['deck open me/reefs-1 --ui', 'open the workflow in the Temporal UI'],
  ],
  check: [
    ['deck check talk.pptx', 'list what a designer or a screen reader would complain about'],
    ['deck check *.pptx --format sarif --output check.sarif', 'for code scanning'],
    ['deck check talk.pptx talk.pdf --fail-on warning', 'exit with 1 if there is an error or a warning'],
  ],
  replay: [
    ['deck replay', 'after installing a new version, before starting its workers; exits with 1 if it breaks decks'],
    ['deck replay --sample 200 --json', 'replay 200 decks, from newest to oldest'],
    ['deck replay --build ../next --type presentation', 'test another checkout, decks only'],
  ],
  move: [
    ['deck move --all --from-build 2.3.0', 'drain an old build before stopping its workers'],
    ['deck move me/reefs-1 me/tea-1 --wait 2m', 'move two decks, with a longer timeout'],
    ['deck move --all --uid me --json', 'move the decks of one user; exits with 1 if some have not moved'],
  ],
  setup: [
    ['deck setup', 'create missing namespaces, search attributes and schedules'],
    ['deck setup --check', 'change nothing; exit with 1 if something is missing'],
  ],
  mcp: [
    ['deck mcp', 'the command for the configuration of an assistant; see docs/mcp.md'],
    ['deck mcp --uid me', 'expose the decks of one user only'],
    ['deck mcp --no-confirm', 'leave decisions to the review page and the terminal'],
  ],
  config: [
    ['deck config', 'print the settings in effect as YAML'],
    ['deck config --config production.yaml --json', 'print another settings file as JSON'],
    ['deck config --schema input', 'print the schema of the workflow input'],
  ],
  doctor: [
    ['deck doctor', 'check this host'],
    ['deck doctor --json', 'the same, as JSON; exits with 1 if a check fails'],
    ['deck doctor --notify', 'send a test notification to every receiver'],
  ],
  completion: [
    [
      'deck completion bash > ~/.local/share/bash-completion/completions/deck',
      'install for bash; takes effect in the next shell',
    ],
    ['deck completion zsh > ~/.zsh/_deck', 'install for zsh, in a directory of its fpath'],
    ['deck completion fish > ~/.config/fish/completions/deck.fish', 'install for fish'],
  ],
};
