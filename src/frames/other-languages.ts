import type { Kind } from './kinds';

/** Words that name a kind, whole words of titles; English words with another meaning are left out. */
const WORDS: readonly (readonly [Kind, string])[] = [
  [
    'defence',
    'bachelorarbeit|masterarbeit|diplomarbeit|doktorarbeit|kolloquium|tesis|tfg|tfm|soutenance|thèse|mémoire de|tesi di|scriptie|tese de|praca magisterska',
  ],
  [
    'incident',
    '\\p{L}*(?:ausfall|störung|unfall|vorfall|datenleck|datenpanne)|was (?:schief|falsch) lief|avería|caída del|incidente|accidente|panne d|fuite d|guasto|avaria|awaria',
  ],
  [
    'meeting',
    '\\p{L}*(?:elternabend|versammlung|sitzung|besprechung)|tagesordnung|infoabend|klausurtagung|reunión|asamblea|junta de|réunion|assemblée|riunione|assemblea|reunião|assembleia|vergadering|ouderavond|zebranie',
  ],
  [
    'speech',
    '\\p{L}*geburtstag|hochzeit|verabschiedung|abschied von|trauerrede|festrede|grußwort|wird \\d{2,3}|cumpleaños|boda|discurso|despedida|anniversaire de|mariage de|départ en retraite|matrimonio|compleanno|casamento|verjaardag|bruiloft',
  ],
  [
    'budget',
    '\\p{L}+budget|budget (?:der|des|für|du|de la)|haushalt \\d{4}|haushaltsplan|kosten|kostenplan|kostenschätzung|finanzplan|finanzierung|kassenbericht|presupuestos?|gastos|coûts|costi|preventivo|orçamento|begroting|budżet',
  ],
  [
    'decision',
    '(?:soll|sollen|sollten|müssen|können) wir|lohnt (?:es )?sich|ja oder nein|entscheidung|debemos|deberíamos|vale la pena|decisión|devons-nous|faut-il|dobbiamo|devemos|vale a pena|moeten we|czy (?:warto|powinniśmy)',
  ],
  [
    'comparison',
    'vergleich|gegenüberstellung|alternativen zu|comparación|comparativa|comparaison|comparatif|confronto|comparação|vergelijking|porównanie',
  ],
  [
    'proposal',
    '\\p{L}*(?:antrag|vorschlag)|plädoyer|wir brauchen|propuesta|solicitud|por qué (?:necesitamos|debemos)|projet de|demande de|pourquoi (?:il faut|nous devons)|proposta|richiesta di|voorstel|aanvraag|propozycja|wniosek',
  ],
  ['launch', 'markteinführung|produktvorstellung|lanzamiento|presentamos|lancement|lancio d|lançamento|lancering'],
  [
    'policy',
    '\\p{L}*(?:richtlinien?|leitlinien?)|regeln (?:für|zum|zur|am|im|beim)|hausordnung|dienstanweisung|hygieneplan|datenschutz|verhaltenskodex|betriebsvereinbarung|normas|reglamento|protección de datos|règlement|regolamento|regulamento|reglement|gedragscode|regulamin',
  ],
  [
    'review',
    '\\p{L}*(?:rückblick|bericht|bilanz|auswertung)|ergebnisse|was wir (?:gelernt haben|lernen|ändern)|zwischenstand|erfahrungen (?:mit|aus)|umfrage|balance (?:de|anual)|resultados|memoria anual|informe|encuesta|bilan|rapport (?:annuel|d)|résultats|compte[- ]rendu|enquête|relazione|risultati|relatório|balanço|jaarverslag|resultaten|evaluatie|terugblik|raport|podsumowanie|wyniki',
  ],
  [
    'onboarding',
    'willkommen (?:im|bei|in|an)|einarbeitung|(?:erster|erste|ersten) (?:arbeitstag|arbeitswoche)|neue (?:mitarbeitende|mitarbeiter\\p{L}*|kolleg\\p{L}*)|bienvenid[oa]s? (?:a|al)|bienvenue (?:à|chez|dans)|nouveaux (?:arrivants|collaborateurs)|benvenut[aeio] (?:in|a|nel|nella)|bem-vind\\p{L}+ (?:à|ao)|welkom bij|witamy w',
  ],
  [
    'lesson',
    '\\p{L}*(?:schulung|unterweisung|fortbildung|lehrgang|unterricht)|klasse \\d+\\p{L}?|übungen?|clase|curso|taller|lección|formación|cours|leçon|corso|lezione|cursus|bijscholing|szkolenie|lekcja',
  ],
  [
    'explanation',
    "wie (?:funktioniert|funktionieren|entsteht|entstehen)|was (?:ist|sind)|einführung in|grundlagen|einfach erklärt|warum|qué (?:es|son)|por qué|introducción a|cómo funcionan?|fundamentos|qu[’']est-ce que|pourquoi|introduction à|comment (?:marche|fonctionne)|cos[’']è|perché|come funziona|introduzione a|o que é|como funciona|introdução|wat (?:is|zijn)|waarom|hoe werkt|inleiding|co to jest|dlaczego|jak działa|wprowadzenie",
  ],
  [
    'howto',
    '\\p{L}*anleitung|so geht|\\p{L}+ (?:selbst |richtig |sicher )?(?:backen|kochen|bauen|nähen|reparieren|pflanzen|schneiden|pflegen)|schritt für schritt|wie (?:man|ich|du)|rezept|tipps|checkliste|leitfaden|selber (?:bauen|machen)|cómo \\p{L}+[aei]r|paso a paso|guía|receta|consejos|comment \\p{L}+(?:er|ir|re)|recette|pas à pas|conseils|come (?:fare|si \\p{L}+)|ricetta|guida|como \\p{L}+[aei]r|receita|passo a passo|stappenplan|handleiding|jak (?:zrobić|\\p{L}+ać)|przepis',
  ],
  [
    'life',
    'leben (?:und werk|von|der|des)|biografie|wer war|vida (?:y obra )?de|biografía|quién fue|vie d|biographie|qui était|vita di|chi (?:era|fu)|vida e obra|quem foi|leven van|wie was|życie|kim był',
  ],
  [
    'event',
    'geschichte (?:der|des|von)|\\p{L}*(?:krieg|aufstand)|untergang|ursachen|historia de|guerra|revolución|caída d|histoire d|guerre|révolution|chute d|storia d|rivoluzione|história d|geschiedenis van|oorlog|wojna|powstanie',
  ],
  [
    'company',
    'über uns|wer wir sind|unser (?:verein|unternehmen|betrieb)|quiénes somos|nuestra (?:empresa|asociación)|qui sommes-nous|chi siamo|quem somos|over ons|kim jesteśmy',
  ],
  [
    'plan',
    '\\p{L}+(?:plan|planung|strategie|konzept)|strategie|umzug|umbau|sanierung|(?:umstellung|umstieg|wechsel) (?:auf|von|zu)|einführung (?:von|der|des)|plan (?:de|para)|estrategia|calendario|mudanza|traslado|plan d|stratégie|déménagement|feuille de route|piano (?:di|per)|ristrutturazione|trasloco|strategia|plano de|estratégia|mudança|verhuizing|aanpak|plan \\p{L}{5,}',
  ],
];

/** Forms of a title in German, Spanish, French, Italian, Portuguese, Dutch and Polish; then in Japanese. */
export const OTHER_LANGUAGES: readonly (readonly [Kind, RegExp])[] = [
  ...WORDS.map(([kind, words]) => [kind, new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')] as const),
  ['defence', /卒業論文|修士論文|研究発表/],
  ['incident', /障害報告|事故報告|不具合/],
  ['meeting', /保護者会|説明会|総会|定例会/],
  ['speech', /結婚式|送別会|誕生日|スピーチ/],
  ['budget', /予算|決算/],
  ['decision', /べきか/],
  ['proposal', /提案|企画書/],
  ['launch', /新製品|新商品|発売/],
  ['policy', /規程|規則|ガイドライン/],
  ['review', /振り返り|報告|実績|アンケート/],
  ['onboarding', /新入社員|ようこそ/],
  ['lesson', /研修|授業|講座|勉強会/],
  ['explanation', /とは$|仕組み|入門|なぜ/],
  ['howto', /作り方|使い方|手順|コツ/],
  ['life', /の生涯/],
  ['company', /会社概要|会社紹介/],
  ['plan', /計画|戦略|方針|ロードマップ/],
];
