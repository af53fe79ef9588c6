import type { Frames } from './topic-seed';

export const EN_FRAMES: Frames = {
  academic: [
    [
      'Question and background',
      [
        'What is known already',
        [
          'Settled findings',
          'Results that several independent studies agree on are the ground that this work stands on.',
        ],
        [
          'Disputed findings',
          'Where studies contradict each other, their methods usually differ, and that difference is informative.',
        ],
        ['The gap', 'What has not been asked so far defines the place of this work.'],
      ],
      [
        'Terms and assumptions',
        ['Key terms', 'Each term is used in one meaning throughout, and that meaning is stated once.'],
        ['Assumptions', 'Whatever is taken for granted is listed, so that it can be questioned.'],
        ['Scope', 'The answer holds for the cases that were studied; anything beyond them is marked as a conjecture.'],
      ],
    ],
    [
      'Method',
      [
        'How the answer is found',
        ['Design', 'The design is chosen so that a wrong hypothesis would have a fair chance to fail.'],
        ['Data', 'Origin, selection and quality of the data decide how far the conclusions reach.'],
        ['Analysis', 'Every step from raw data to result is described so that somebody else can repeat it.'],
      ],
      [
        'Why it can be trusted',
        ['Validity', 'The indicators are checked against a second source wherever one exists.'],
        ['Alternatives', 'Other explanations are listed beforehand and tested one after the other.'],
        ['Ethics', 'Participants know what they agreed to, and personal data stay apart from the analysis.'],
      ],
    ],
    [
      'Results',
      [
        'What the analysis shows',
        ['Main result', 'The answer to the research question is given first, in one sentence without technical terms.'],
        ['Supporting results', 'Further results are shown where they strengthen or limit the main one.'],
        ['Surprises', 'What nobody expected is reported with the same care as what was hoped for.'],
      ],
      [
        'What the results mean',
        ['Interpretation', 'The result is read in the light of earlier research, agreement and contradiction alike.'],
        ['Limits', 'The most serious limitation is named by the author and not left to the examiners.'],
        ['Use in practice', 'Recommendations go exactly as far as the evidence does.'],
      ],
    ],
    [
      'Conclusion',
      [
        'What to remember',
        ['Answer', 'The question from the beginning is repeated and answered.'],
        ['Contribution', 'What others can now do or know that they could not before is the measure of the work.'],
        ['Next questions', 'Good research ends with better questions than it began with.'],
      ],
    ],
  ],
  company: [
    [
      'Where we come from',
      [
        'How it began',
        ['The first problem', 'The company began with a problem that somebody had and nobody solved well.'],
        ['The first customers', 'Early customers shaped the product more than any plan did.'],
        ['What has stayed', 'Ways of working that proved themselves in the small years still hold today.'],
      ],
      [
        'What we believe in',
        ['Keeping promises', 'We promise less than we hope for and keep what we promise.'],
        ['Open words', 'Bad news travels first and fastest, because only then can something be done.'],
        ['Room for people', 'Responsibility goes to the person who knows most about the matter, whatever the title.'],
      ],
    ],
    [
      'What we do',
      [
        'Our offer',
        ['The core', 'Everything we sell serves one purpose that fits into a single sentence.'],
        ['What belongs to it', 'Advice, delivery and help afterwards are part of the offer and not an extra.'],
        ['What we leave to others', 'Saying no keeps us good at what remains.'],
      ],
      [
        'How a project runs',
        ['Understanding', 'We listen first and repeat the task in our own words.'],
        ['Trying', 'A small result early shows whether the direction is right.'],
        ['Delivering', 'At the end there is a result, a record of how it came about, and a person to call.'],
      ],
    ],
    [
      'Working together',
      [
        'What others can expect of us',
        ['A fixed contact', 'One person knows the whole story and answers for it.'],
        ['Clear dates', 'A date is either kept or moved in good time, with a reason.'],
        ['Learning from mistakes', 'What went wrong is discussed once, openly, and then changed.'],
      ],
      [
        'What we ask of others',
        ['An honest picture', 'The better we know the situation, the shorter the way to a result.'],
        ['Decisions in time', 'Waiting for a decision is the most expensive part of most projects.'],
        ['Feedback', 'Criticism that reaches us directly is the most useful kind.'],
      ],
    ],
    [
      'The way ahead',
      [
        'How to go on from here',
        ['A first conversation', 'Half an hour is enough to find out whether we suit each other.'],
        ['A visit', 'The best impression of a company comes from an ordinary working day.'],
        ['Questions', 'Whatever remained open today is answered by the person whose name stands on the last page.'],
      ],
    ],
  ],
};
