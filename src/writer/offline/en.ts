import { EN_LIBRARY } from './en-chapters';
import { EN_FIELDS } from './en-fields';
import type { LanguagePack } from './language-pack';
import { always, chapter, page } from './seeds';

export const EN_PACK: LanguagePack = {
  library: EN_LIBRARY,
  fields: EN_FIELDS,
  fallbackTopic: {
    plan: 'this plan',
    review: 'the business',
    launch: 'the new product',
    training: 'the subject of this course',
    explainer: 'this subject',
    proposal: 'this proposal',
    project: 'this project',
    retrospective: 'this case',
    culture: 'this subject',
    health: 'this subject',
    education: 'this subject',
    sustainability: 'this effort',
    generic: 'this topic',
  },
  audiencePage: always(
    'What this means for {audience}',
    ['What changes', 'The first difference for {audience} will be felt in ordinary tasks.'],
    ['What stays the same', 'The experience and judgement of {audience} count as much as before.'],
    ['A good way to begin', 'A question from the daily work of {audience} and one small trial make the best start.'],
  ),
  scenePages: {
    teaching: always(
      'Review and homework',
      ['Three questions to answer', 'Each learner answers in two or three sentences of their own.'],
      ['A task for home', 'The task takes up an example from the lesson and changes one thing in it.'],
      ['Before the next lesson', 'Note one point that is still unclear and bring it along.'],
    ),
    reporting: always(
      'Points for the record',
      ['Reported results', 'The results shown here stand in the written report with their sources.'],
      ['Agreed actions', 'Every action carries a name and a date before the meeting ends.'],
      ['Next report', 'The next report follows the same order, so that the two can be compared.'],
    ),
    speech: always(
      'One thought to take home',
      ['Remember the beginning', 'We end where we began, with the people this is about.'],
      ['The sentence to keep', 'If you repeat one sentence tonight, let it be about {topic}.'],
      ['An invitation', 'Come and talk to me afterwards: the best part of a speech is the conversation that follows.'],
    ),
    sales: always(
      'How to get started',
      ['A first conversation', 'Half an hour is enough to find out whether we are a good match.'],
      ['A trial without risk', 'You see a result from your own field before you decide.'],
      ['Your contact', 'One person answers your questions and stays with you afterwards.'],
    ),
    meeting: always(
      'To be settled today',
      ['Decisions', 'We take the decisions that others are waiting for first.'],
      ['Tasks', 'Each task goes to one person, who repeats it in their own words.'],
      ['Parking lot', 'Good points that lead too far are written down for another day.'],
    ),
    other: always(
      'For this occasion: {scene}',
      ['What the occasion asks for', 'The examples are chosen so that they fit the occasion and its guests.'],
      ['What to leave out', 'Details that do not help this audience are kept for the conversation afterwards.'],
    ),
  },
  askedChapter: chapter(
    'In focus: {asked}',
    'In detail: {asked}',
    page(
      'Why it deserves attention',
      ['The reason for asking', 'The question about {asked} came up in the review and deserves a chapter of its own.'],
      ['The link to the whole', 'We show where it touches {topic} and what depends on it.'],
      ['What people expect', 'Naming the expectations makes it possible to meet them or to correct them.'],
    ),
    page(
      'How we deal with it',
      ['What exists already', 'We begin with what is in place and ask how well it serves.'],
      ['What is missing', 'The gaps are put in order, and the one with the largest effect comes first.'],
      ['Who takes care of it', 'One person takes {asked} on and reports at the next meeting.'],
    ),
  ),
  tones: {
    neutral: { openers: [] },
    formal: {
      ending: 'Thank you for your attention',
      openers: [
        'The following section sets out the relevant considerations.',
        'It is appropriate to state the premises at this point.',
        'The points below are presented in order of importance.',
        'Particular attention is drawn to the following.',
        'This section states its conclusions together with their reasons.',
        'For the sake of completeness, the following is recorded.',
        'The argument now turns to its next part.',
      ],
    },
    friendly: {
      ending: 'Thanks for listening. Over to you!',
      openers: [
        'Let’s start with something we all know.',
        'Here comes the part most of you have been waiting for.',
        'Don’t worry, this is easier than it sounds.',
        'Let’s take this one step at a time.',
        'You may well recognise yourself here.',
        'Now it gets practical, so feel free to chip in.',
        'Nearly there: a few thoughts to round things off.',
      ],
    },
    inspiring: {
      ending: 'Let us begin today',
      openers: [
        'Every great change began with people who decided to look carefully.',
        'Imagine for a moment what would be possible.',
        'This is where ambition becomes something we can touch.',
        'Courage does not mean having no doubts. It means starting anyway.',
        'What we do here will matter to people we may never meet.',
        'Together we can do what none of us could do alone.',
        'The future belongs to those who take the next step.',
      ],
    },
    humorous: {
      ending: 'The end. Questions, applause or coffee?',
      openers: [
        'Please fasten your seat belts, but keep your sense of humour within reach.',
        'If this feels familiar, you have been to meetings before.',
        'And now for something that looks complicated and mostly isn’t.',
        'No slides were harmed in the making of this chapter.',
        'This is the part where somebody usually looks for the coffee.',
        'We could have used more arrows here, but we ran out of corners.',
        'Almost done. You may start looking hopeful.',
      ],
    },
  },
  points: {
    named: [
      'With {point}, it pays to agree first on what exactly is meant.',
      'The discussion of {point} starts from what we can observe and not from what we hope.',
      'A good look at {point} shows which part of “{page}” is settled and which is still open.',
      'What matters most about {point} is the difference it makes to the people concerned.',
      'We treat {point} as one piece of a larger picture and ask how the pieces fit.',
      'For {point}, a concrete example says more than a general rule.',
      'Progress on {point} becomes visible when we describe the present state honestly.',
      'The first question about {point} is who needs it and what for.',
      'Much of “{page}” depends on how well we handle {point}.',
      'When it comes to {point}, small and regular steps beat one great effort.',
      'We have put {point} here because other points build on it.',
      'Two things decide about {point}: a clear aim and somebody who takes care of it.',
      'Looking at {point} from the outside often reveals what insiders overlook.',
      'There is rarely one right answer about {point}, but there are better and worse ones.',
    ],
    quoted: [
      '“{point}”: behind this short line stands a question worth taking time for.',
      'We begin with the ordinary case of “{point}” and come to the exceptions later.',
      'What “{point}” means in practice depends on the situation, so we look at a typical one.',
      'The heading “{point}” is short on purpose, because the details follow from the situation.',
      'To fill “{point}” with life, we name who does what and how we notice the result.',
      '“{point}” belongs to “{page}” because the one cannot be understood without the other.',
      'Whoever agrees with “{point}” should also be able to say what follows from it.',
      'It is worth asking what would happen if we left out “{point}”.',
      'Before we judge “{point}”, we describe what it looks like today.',
      'We take “{point}” literally first and then ask what else it could mean.',
    ],
    themes: [
      {
        about:
          /\b(cost|fee|fees|discount|payment|budget|price|pric|money|fund|invest|spend|salar|financ|revenue|profit|sales)/i,
        sentences: [
          'The amounts are set against what they make possible and are not looked at alone.',
          'Estimates are marked as estimates until there are real figures.',
          'It helps to separate what is paid once from what returns every month.',
        ],
      },
      {
        about: /\b(time|schedul|deadline|date|calendar|phase|mileston|timeline|week|month|year|quarter)/i,
        sentences: [
          'A realistic date that is kept builds more trust than an early one that moves.',
          'Some reserve is planned in, because the unexpected is certain to come.',
          'What has to happen first decides about everything that follows.',
        ],
      },
      {
        about: /\b(risk|problem|threat|danger|challenge|obstacle|security|safety|failure|crisis)/i,
        sentences: [
          'Speaking about it early is the cheapest form of prevention.',
          'We distinguish between what is likely and what would be serious.',
          'For the most serious case there is an answer prepared before it is needed.',
        ],
      },
      {
        about: /\b(team|staff|people|hir|recruit|colleague|employee|role|leader|volunteer|skill|talent)/i,
        sentences: [
          'People support what they have helped to shape.',
          'Clear responsibilities leave more room for initiative, not less.',
          'Time for a conversation is part of the work and belongs in the plan.',
        ],
      },
      {
        about: /\b(customer|client|guest|user|patient|visitor|buyer|shopper|audience|member)/i,
        sentences: [
          'Their own words are the best guide to what should be improved.',
          'A good experience shows in the fact that people come back and bring others.',
          'We look at the whole way they take and not only at a single contact.',
        ],
      },
      {
        about: /\b(data|measur|indicator|metric|kpi|figure|statistic|analys|number|survey|research)/i,
        sentences: [
          'Every figure needs a source and a date, or it is only an opinion.',
          'A few well-chosen values say more than a full dashboard.',
          'We note what the data cannot show as well as what they can.',
        ],
      },
      {
        about: /\b(technolog|software|tool|system|digital|platform|app|automat|machine|robot|ai|cloud|comput)/i,
        sentences: [
          'The tool follows the task, and never the other way round.',
          'A short trial with real users tells whether it truly helps.',
          'Somebody has to keep it running, and that effort is counted from the start.',
        ],
      },
      {
        about: /\b(train|learn|teach|school|course|lesson|educat|student|exercise|practi[cs]e)/i,
        sentences: [
          'Short practice at regular intervals makes it stay.',
          'Mistakes are welcome here, because they show what to explain better.',
          'Those who explain it to someone else learn it twice.',
        ],
      },
      {
        about: /\b(market|competit|brand|campaign|advertis|social media|channel|promot|launch)/i,
        sentences: [
          'A clear message repeated with patience does more than a new slogan every month.',
          'We choose a few channels and look after them well.',
          'Before we speak, we listen to how people talk about it themselves.',
        ],
      },
      {
        about: /\b(environment|climate|energy|waste|recycl|sustainab|green|carbon|water|nature)/i,
        sentences: [
          'What can be avoided is better than what has to be repaired.',
          'Lasting effect comes from habits that are easy to keep.',
          'We count what is used before we decide what to change.',
        ],
      },
      {
        about: /\b(qualit|improv|standard|process|efficien|workflow|operation|maintenance|service)/i,
        sentences: [
          'A simple standard that everyone follows is worth more than a perfect one in a drawer.',
          'The best ideas for improvement come from where the work is done.',
          'We change one thing at a time, so that we can see what helped.',
        ],
      },
      {
        about: /\b(goal|aim|target|vision|mission|objective|strateg|priorit|success)/i,
        sentences: [
          'An aim is clear when two people draw the same conclusion from it.',
          'We also say what we will not pursue, so that the essential gets its due.',
          'It should be possible to tell at any time how far we have come.',
        ],
      },
      {
        about: /\b(health|medic|care|hospital|nurs|wellbeing|stress|food|nutrition|sleep)/i,
        sentences: [
          'The person comes first, and every measure has to fit their situation.',
          'In case of doubt, professional advice is the right way.',
          'Small steps that fit into the day have the best chance of lasting.',
        ],
      },
      {
        about: /\b(histor|origin|tradition|culture|story|heritage|past|century|ancient)/i,
        sentences: [
          'Looking back shows how much of the present was once a bold idea.',
          'Sources differ, and that difference is part of the story.',
          'What has lasted usually answered a need that people still have.',
        ],
      },
    ],
    numbered: 'Point {n} of this deck returns to “{point}” and asks what it adds to “{page}”.',
  },
};
