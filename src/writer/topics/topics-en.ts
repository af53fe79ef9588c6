import type { TopicSeed } from './topic-seed';

export const EN_TOPICS: readonly TopicSeed[] = [
  {
    id: 102,
    scene: 1,
    title: 'Quarterly review of the sales team',
    options: { scene: 'report' },
    opening: {
      title: 'The quarter in four sentences',
      points: [
        ['Result', 'State how the quarter ended against its target, before any explanation.'],
        ['Pipeline', 'Separate what is signed, what is likely and what is hope: the three age very differently.'],
        ['Customers', 'Name the accounts that were won and lost, and the reason that the customers themselves gave.'],
        ['Team', 'Show where people are missing or overloaded, because next quarter’s result is decided there.'],
      ],
    },
  },
  {
    id: 202,
    scene: 2,
    title: 'Business plan for a neighbourhood café',
    options: { tone: 'formal' },
    opening: {
      title: 'The idea at a glance',
      points: [
        [
          'The place',
          'A café lives from people who pass it anyway: footfall in the morning matters more than a fine view.',
        ],
        ['The offer', 'A short menu that is made well costs less, is served faster and is easier to recommend.'],
        ['The regulars', 'Two visits a week by the same people carry the rent; everything else is a bonus.'],
        ['The money', 'Rent, wages and goods are planned for a weak winter and not for the best week of summer.'],
      ],
    },
  },
  {
    id: 203,
    scene: 2,
    title: 'Business plan: software that saves small shops an hour a day',
    options: { tone: 'inspiring', pages: 'short' },
    opening: {
      title: 'The problem and our answer',
      points: [
        ['The lost hour', 'Orders, stock and bookkeeping are typed three times, usually late in the evening.'],
        ['One entry', 'A sale is entered once and the stock, the books and the reorder list follow from it.'],
        ['Why it spreads', 'Shop owners ask each other for advice, so every satisfied street brings the next.'],
        ['What we ask for', 'Funds for two years: one to reach the first towns, one to show that they stay.'],
      ],
    },
  },
  {
    id: 302,
    scene: 3,
    title: 'Introduction to machine learning',
    options: { scene: 'teaching', audience: 'students' },
    opening: {
      title: 'What learning means for a machine',
      points: [
        [
          'From rules to examples',
          'Nobody writes down how to recognise a cat; the program is shown many pictures and finds its own rule.',
        ],
        [
          'Training and testing',
          'Examples are divided in two: one part to learn from, the other to find out whether anything was learned.',
        ],
        [
          'Overfitting',
          'A model that knows its examples by heart fails on the first new one, just like a student who memorises answers.',
        ],
        [
          'People decide',
          'What counts as an example, and which mistakes are acceptable, is never decided by the machine.',
        ],
      ],
    },
  },
  {
    id: 303,
    scene: 3,
    title: 'Safety training for new employees',
    options: { tone: 'friendly', pages: 'short' },
    opening: {
      title: 'Before the first shift',
      points: [
        ['Know the exits', 'Walk both escape routes once, because nobody reads a plan when the lights are out.'],
        ['Ask first', 'A question takes a minute; an accident takes months. Nobody here is laughed at for asking.'],
        [
          'Report near misses',
          'What almost happened today is the accident of next month, unless somebody mentions it.',
        ],
        ['Stop when unsure', 'Everybody may stop a machine, and nobody has to justify it beforehand.'],
      ],
    },
  },
  {
    id: 402,
    scene: 4,
    title: 'Product launch: a smart watch for seniors',
    options: { tone: 'inspiring' },
    opening: {
      title: 'Why this watch exists',
      points: [
        ['One big button', 'Help is one press away, also without a telephone nearby and without reading glasses.'],
        ['A week of battery', 'What has to be charged every night lies in a drawer after a month.'],
        [
          'Family at ease',
          'Relatives see that all is well, and nothing more: where somebody is stays private until help is called.',
        ],
        ['Proud to wear', 'It looks like a watch and not like a medical device, so it is worn.'],
      ],
    },
  },
  {
    id: 502,
    scene: 5,
    title: 'Marketing plan for a local brand',
    options: { scene: 'marketing' },
    opening: {
      title: 'What a local brand has that others lack',
      points: [
        ['Faces', 'People buy from people they meet, so the makers belong in every picture.'],
        ['Places', 'Markets, schools and clubs are channels that no large brand can rent.'],
        ['Stories', 'Where the material comes from and who works with it is told in one sentence on every product.'],
        ['Limits', 'Small quantities are no weakness: what sells out is talked about.'],
      ],
    },
  },
  {
    id: 602,
    scene: 6,
    title: 'Thesis defence: green roofs and the climate of cities',
    options: {},
    frame: 'academic',
    opening: {
      title: 'Question and contribution',
      points: [
        [
          'Research question',
          'To what extent do green roofs lower the temperature of the streets around them, and under which conditions?',
        ],
        ['State of research', 'Effects on single buildings are well described; those on whole districts are disputed.'],
        [
          'Method',
          'Measurements on comparable roofs are combined with a model of the district, and both are checked against each other.',
        ],
        ['Contribution', 'The work separates the effect of shade, of evaporation and of the material underneath.'],
      ],
    },
  },
  {
    id: 603,
    scene: 6,
    title: 'Thesis defence: how remote work changes small towns',
    options: {},
    frame: 'academic',
    opening: {
      title: 'The work in brief',
      points: [
        ['Observation', 'People who no longer commute every day spend time and money where they live.'],
        ['Hypothesis', 'Towns with good connections and empty shops gain most, and rents follow with a delay.'],
        ['Data', 'Registers, business records and interviews describe the same towns before and after the change.'],
        ['Limits', 'Who moves is not a random choice: the comparison has to account for it.'],
      ],
    },
  },
  {
    id: 702,
    scene: 7,
    title: 'Annual report of a non-profit organisation',
    options: { scene: 'report' },
    opening: {
      title: 'The year in brief',
      points: [
        ['What was promised', 'The report begins with the goals that were set a year ago, in the words of that time.'],
        ['What was reached', 'Each goal is answered with what has changed for the people concerned.'],
        ['What it cost', 'Income and spending stand side by side, administration included.'],
        ['Who made it happen', 'Volunteers, partners and donors are thanked by what they did and not only by name.'],
      ],
    },
  },
  {
    id: 802,
    scene: 8,
    title: 'Introducing our company to new partners',
    options: {},
    frame: 'company',
    opening: {
      title: 'Who we are',
      points: [
        ['What we do', 'One sentence that somebody outside our field can repeat says more than a list of services.'],
        ['Whom we serve', 'Three typical customers, with the problem that brought them to us.'],
        ['How we work', 'One contact, clear dates and an open word early when something goes wrong.'],
        ['Why partners stay', 'Agreements are short and kept, and what we learn together belongs to both.'],
      ],
    },
  },
  {
    id: 803,
    scene: 8,
    title: 'Working with us: a company introduction for applicants',
    options: {},
    frame: 'company',
    opening: {
      title: 'What applicants really ask',
      points: [
        ['A normal day', 'We describe an ordinary Tuesday: when it begins, with whom one works, when it ends.'],
        ['Learning', 'Everybody has time set aside for it, and somebody to ask.'],
        ['Pay and hours', 'Both stand in the advertisement, because a conversation should begin with what matters.'],
        ['The next step', 'An answer comes within a week, also when it is no.'],
      ],
    },
  },
];
