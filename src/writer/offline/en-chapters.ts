import { chapter, type Library, page, tablePage } from './seeds';

/** English material: three chapters for each kind of deck, and the chapters that several kinds share. */
export const EN_LIBRARY: Library = {
  kinds: {
    plan: [
      chapter(
        'Where we stand',
        'The starting point',
        page(
          'What we have learned so far',
          ['What worked', 'We keep the activities that people responded to and can say why they worked.'],
          [
            'What did not',
            'Efforts that cost much and moved little are named openly, so that the plan does not repeat them.',
          ],
          ['What surprised us', 'A surprise is a hint that one of our assumptions was wrong. We write down which one.'],
        ),
        page(
          'The situation around us',
          ['Needs that are changing', 'People judge {topic} by what they have come to expect elsewhere.'],
          ['Who else is active', 'We look at what others do well, and at the gaps that they leave open.'],
          [
            'Conditions we cannot change',
            'Rules, seasons and budgets set the frame, and a plan that ignores them fails early.',
          ],
        ),
        page(
          'Strengths and gaps',
          ['Strengths to build on', 'The quickest progress comes from what we already do better than others.'],
          ['Gaps to fill first', 'Two or three gaps hold back everything else, and they come before any new idea.'],
          ['What we will leave alone', 'Saying no to good ideas keeps time and money together for the ones we choose.'],
        ),
      ),
      chapter(
        'Goals and choices',
        'Where we want to go',
        page(
          'The goals',
          ['One main goal', 'A single main goal for {topic} lets everybody judge a decision without asking.'],
          ['Supporting goals', 'Each supporting goal has an owner, a date and a way to tell that it is reached.'],
          ['What success looks like', 'We describe the result as someone outside the team would notice it.'],
        ),
        page(
          'Whom we want to reach',
          [
            'The people who matter most',
            'We start with the group that has the clearest need and decide for them first.',
          ],
          ['What they want to get done', 'Their own words about their problem guide our message and our offer.'],
          ['Where we meet them', 'We go to the places they already trust instead of asking them to come to us.'],
        ),
        page(
          'The strategic choices',
          [
            'Focus over breadth',
            'Fewer efforts, each with enough people behind it, beat a long list of half-measures.',
          ],
          ['Our promise', 'One promise, made in plain words and kept every time, does more than ten claims.'],
          [
            'How the parts fit together',
            'Every activity has to serve the main goal or make another activity stronger.',
          ],
        ),
      ),
      chapter(
        'Actions and resources',
        'How we get there',
        page(
          'Main activities',
          ['Quick wins', 'Small visible steps in the first weeks show that the plan is real.'],
          ['Larger projects', 'Projects that need several teams get one lead and a clear first milestone.'],
          ['Ongoing work', 'Routine work is scheduled too, because it is what pays for everything else.'],
        ),
        tablePage(
          'Resources at a glance',
          {
            header: ['Resource', 'What it is for', 'Who decides'],
            rows: [
              ['Time', 'Work that only our own people can do', 'Team leads'],
              ['Money', 'Outside services, material and tools', 'Budget owner'],
              ['Skills', 'Training, or help from other teams', 'Plan owner'],
            ],
          },
          ['Match resources to goals', 'Every larger amount can be traced to the goal that it serves.'],
          ['Keep a reserve', 'A small reserve lets us react without taking from what already runs.'],
        ),
        page(
          'Budget principles',
          ['Spend where it shows', 'Money goes first to activities whose effect we are able to see.'],
          ['Test before scaling', 'A small trial decides whether a larger amount follows.'],
          [
            'Review the split regularly',
            'We move funds from weak activities to strong ones instead of waiting for the end of the year.',
          ],
        ),
      ),
    ],
    review: [
      chapter(
        'Results in brief',
        'The period at a glance',
        page(
          'Headline results',
          [
            'Results against plan',
            'We set the actual figures beside the plan and explain each larger difference in one sentence.',
          ],
          [
            'Results against last time',
            'The same period one year earlier tells more than the month before, because seasons drop out.',
          ],
          ['The story in one line', 'A single sentence about {topic} sums up what the figures mean together.'],
        ),
        page(
          'What went well',
          ['Strongest contributors', 'A few areas carry most of the result, and it pays to know exactly which.'],
          ['Progress that lasts', 'We separate lasting gains from one-off effects such as timing or weather.'],
          ['Credit where it is due', 'Good results have names behind them, and this is the place to say so.'],
        ),
        page(
          'What fell short',
          ['Missed targets', 'Each missed target comes with its cause, and with whether that cause is still there.'],
          ['Delays', 'Work that slipped is listed with its new date and with what depends on it.'],
          ['Early warning signs', 'Signs that are still small deserve a look now, while acting on them is cheap.'],
        ),
      ),
      chapter(
        'A look at the details',
        'Behind the figures',
        page(
          'Customers and demand',
          ['Who came and who left', 'New and lost customers are counted apart, because the sum hides both stories.'],
          [
            'What customers tell us',
            'Complaints and praise point to the same few moments that decide whether people return.',
          ],
          ['Shifts in demand', 'We note which offers are asked for more often and which ones quietly fade.'],
        ),
        page(
          'Income and costs',
          [
            'Where income comes from',
            'Breaking income down by offer, place and channel shows what {topic} can rely on.',
          ],
          ['Where costs grow', 'We look first at costs that grow faster than the activity they pay for.'],
          ['What remains', 'The margin of each area shows whether growth there is worth having.'],
        ),
        page(
          'Operations and people',
          ['Quality and speed', 'Waiting times, errors and rework show how smoothly the daily work runs.'],
          ['Staffing', 'Open positions and sick leave explain some results better than any market trend.'],
          [
            'Ideas from the front line',
            'People who do the work see waste first, so their suggestions are part of this review.',
          ],
        ),
      ),
      chapter(
        'What we conclude',
        'Lessons and consequences',
        page(
          'Causes rather than symptoms',
          ['Within our control', 'Causes that we can change ourselves lead straight to an action.'],
          ['Outside our control', 'For outside causes we decide how to adapt, and stop hoping that they pass.'],
          ['Still unclear', 'Where the cause is not known yet, the next step is to find out and not to guess.'],
        ),
        tablePage(
          'Keep, change, stop',
          {
            header: ['Decision', 'Question to answer', 'Sign that we are right'],
            rows: [
              ['Keep', 'What would we miss at once?', 'Results hold without extra effort'],
              ['Change', 'What works, but not well enough?', 'Fewer complaints and less rework'],
              ['Stop', 'What would nobody notice?', 'Time is freed for the priorities'],
            ],
          },
          ['Decide openly', 'Each decision is stated with its reason, so that others can follow it.'],
          ['Make room', 'Something has to stop before anything new can start.'],
        ),
        page(
          'Priorities for the coming period',
          ['First priority', 'The first priority removes the largest obstacle that this review has shown.'],
          ['Second priority', 'The second builds on what went well, while it still has momentum.'],
          ['What we watch', 'A short list of signals tells us early if {topic} should change course.'],
        ),
      ),
    ],
    launch: [
      chapter(
        'Why now',
        'The need behind it',
        page(
          'The problem people have',
          [
            'A daily annoyance',
            'The best products begin with something that bothers people often enough to be noticed.',
          ],
          ['How they cope today', 'Workarounds show how much effort people already spend on the problem.'],
          ['What it costs them', 'Lost time, money and patience are the true competitors of any new offer.'],
        ),
        page(
          'The opportunity',
          ['A changed expectation', 'What was good enough for years suddenly feels slow once people have seen better.'],
          [
            'A gap in the market',
            'Present offers serve either experts or bargain hunters, and many people stand in between.',
          ],
          ['The right moment', 'Technology, habits and price have come together so that {topic} can succeed.'],
        ),
        page(
          'Who it is for',
          ['First users', 'We begin with people who feel the problem most and forgive small flaws.'],
          ['The wider audience', 'Their recommendations open the door to everyone who prefers proof to promises.'],
          ['Who it is not for', 'Being clear about whom we do not serve keeps the product simple.'],
        ),
      ),
      chapter(
        'Meet {topic}',
        'What is new',
        page(
          'The idea in one minute',
          ['What it does', 'In one sentence anyone can repeat, we say what becomes possible with {topic}.'],
          ['How it feels', 'The first minutes of use decide more than the longest list of functions.'],
          ['Why it is different', 'The difference is something a user notices without being told.'],
        ),
        page(
          'Three things to remember',
          ['Simple to start', 'Nothing has to be learned before the first useful result.'],
          ['Made for every day', 'Reliability in ordinary use comes before rare special functions.'],
          ['Room to grow', 'Those who need more find it without the others having to see it.'],
        ),
        page(
          'Seen through a user’s day',
          ['In the morning', 'The first contact is quick, and the product is ready when the user is.'],
          ['In the middle of work', 'It stays out of the way until it is needed and then saves a step.'],
          ['At the end of the day', 'A short look back shows what was done and what can wait.'],
        ),
      ),
      chapter(
        'Going to market',
        'How we bring it to people',
        page(
          'Message and story',
          ['One clear message', 'Every text, picture and conversation repeats the same simple promise.'],
          ['Proof', 'Demonstrations and the words of first users convince better than adjectives.'],
          ['Answers to doubts', 'We prepare honest answers to the three questions that everybody will ask.'],
        ),
        page(
          'Channels and partners',
          ['Our own channels', 'Existing customers hear of it first, because they already trust us.'],
          ['Partners', 'Partners who gain from the launch themselves will carry it further than paid reach.'],
          ['Press and community', 'A small number of well-informed voices is worth more than a wide mailing.'],
        ),
        tablePage(
          'From preparation to follow-up',
          {
            header: ['Phase', 'Main task', 'Ready when'],
            rows: [
              ['Prepare', 'Material, training and support', 'Everyone can explain the product'],
              ['Launch', 'Announce and be reachable', 'First orders are served without trouble'],
              ['Follow up', 'Listen, mend and improve', 'Feedback has led to visible changes'],
            ],
          },
          ['Rehearse the launch', 'A full rehearsal finds the gaps while nobody is watching.'],
          ['Be there afterwards', 'The days after the launch need more attention than the day itself.'],
        ),
      ),
    ],
    training: [
      chapter(
        'Getting started',
        'What this course offers',
        page(
          'What you will be able to do',
          ['Understand the essentials', 'After this course you can explain {topic} to a colleague in your own words.'],
          ['Apply them at work', 'Every part ends with something that you can use on the same day.'],
          ['Know where to ask', 'You leave with a short list of people and sources for later questions.'],
        ),
        page(
          'Why it matters to you',
          ['Fewer mistakes', 'Those who know the reason behind a step notice sooner when something is wrong.'],
          ['More confidence', 'Practice in a safe setting takes away the fear of the first time.'],
          ['Better teamwork', 'A shared vocabulary saves many misunderstandings between colleagues.'],
        ),
        page(
          'How we work together',
          ['Short inputs, much practice', 'We explain briefly and give most of the time to trying things out.'],
          ['Questions at any time', 'If one person asks, three others usually wanted to know it too.'],
          ['Mistakes are welcome', 'An error made here is the cheapest one you will ever make.'],
        ),
      ),
      chapter(
        'The essentials',
        'What everyone needs to know',
        page(
          'Basic ideas',
          ['Key terms', 'A handful of terms is enough to follow every conversation about {topic}.'],
          ['How the parts connect', 'A simple picture of the whole helps more than many details.'],
          ['Common misunderstandings', 'We clear up the notions that sound right and lead astray.'],
        ),
        page(
          'Step by step',
          ['Prepare', 'Good preparation means that everything needed is at hand before you begin.'],
          ['Carry out', 'Follow the steps in order the first few times, and vary them only later.'],
          ['Check', 'A short check at the end catches what attention missed on the way.'],
        ),
        page(
          'Rules and good habits',
          ['Rules without exception', 'A few rules protect people and data, and they hold even under pressure.'],
          ['Helpful routines', 'Small routines free your head for the parts that need thought.'],
          ['When to stop and ask', 'If something looks unusual, a question costs less than a repair.'],
        ),
      ),
      chapter(
        'Practice',
        'Trying it yourself',
        page(
          'Guided exercise',
          ['A realistic case', 'We work through one case together, from the first question to the result.'],
          ['Think aloud', 'Saying what you do and why makes hidden habits visible.'],
          ['Compare solutions', 'Several ways can be right, and comparing them shows what they have in common.'],
        ),
        page(
          'On your own',
          ['A task from your work', 'Choose a situation that you expect to meet within the next two weeks.'],
          ['Feedback in pairs', 'Your partner says first what works and then suggests one improvement.'],
          ['Note what you learned', 'Three written lines today are worth more than a full folder next year.'],
        ),
        tablePage(
          'Check your understanding',
          {
            header: ['You can already', 'Try this', 'If it is hard'],
            rows: [
              ['Explain the idea', 'Tell it to a colleague', 'Go back to the key terms'],
              ['Follow the steps', 'Work without the checklist', 'Do it once more with a partner'],
              ['Judge a new case', 'Name the risk first', 'Ask an experienced colleague'],
            ],
          },
          ['Rate yourself honestly', 'Nobody collects these answers, so they can be frank.'],
          ['Plan the next repetition', 'Skills stay when they are used again within a few days.'],
        ),
      ),
    ],
    explainer: [
      chapter(
        '{Topic} at a glance',
        'What it is about',
        page(
          'A first definition',
          ['In plain words', 'We describe {topic} without jargon, so that everybody starts from the same place.'],
          ['What belongs to it', 'Drawing the border early prevents long arguments about words.'],
          [
            'What it is often confused with',
            'Neighbouring ideas share words and pictures, and yet they answer different questions.',
          ],
        ),
        page(
          'How it came about',
          ['The original question', 'Every field begins with a question that the older methods could not answer.'],
          ['Important steps', 'Progress came in leaps: a new idea, then a tool, then many practical uses.'],
          ['Where we are today', 'Much that once needed specialists is now within reach of ordinary teams.'],
        ),
        page(
          'Why it matters now',
          ['Better conditions', 'Data, tools and know-how are easier to get than they were a few years ago.'],
          ['Practical questions', 'Many practical questions lead back to {topic}, sometimes in unexpected ways.'],
          ['A wider public', 'Decisions that experts once made alone are now discussed by everyone concerned.'],
        ),
      ),
      chapter(
        'How it works',
        'A look inside',
        page(
          'The main building blocks',
          ['Input', 'Everything begins with observations, and their quality limits whatever follows.'],
          ['Processing', 'Rules or models turn the input into something that can be compared and judged.'],
          ['Result', 'The result is a statement with a degree of certainty, and rarely a final truth.'],
        ),
        page(
          'A simple example',
          ['The situation', 'We take an everyday case that needs no previous knowledge.'],
          ['The procedure', 'Step by step we see what is measured, what is compared and what is decided.'],
          [
            'What the example shows',
            'The same pattern returns in larger cases, only with more data and more exceptions.',
          ],
        ),
        tablePage(
          'Strengths and limits',
          {
            header: ['Aspect', 'Strength', 'Limit'],
            rows: [
              ['Scope', 'Handles many cases in the same way', 'Struggles with rare exceptions'],
              ['Speed', 'Gives quick first answers', 'Needs time for careful checks'],
              ['Clarity', 'Makes assumptions visible', 'Can look more certain than it is'],
            ],
          },
          ['Use it for what it does well', 'Matching method and question is half of the work.'],
          ['Know when to doubt', 'A result that surprises everyone deserves a second look before it is used.'],
        ),
      ),
      chapter(
        'Where it is used',
        'From idea to application',
        page(
          'Typical applications',
          ['Supporting decisions', 'People decide faster when the relevant facts are already sorted.'],
          ['Taking over routine', 'Repeated steps are handed over, so that attention is free for difficult cases.'],
          ['Finding patterns', 'Connections become visible that no single person could have noticed.'],
        ),
        page(
          'What has to be in place',
          ['Reliable data', 'Gaps and errors in the data reappear in every result.'],
          ['Skilled people', 'Someone has to understand both the method and the daily work it serves.'],
          ['Clear responsibility', 'A person stays answerable for each decision, whatever the tool suggests.'],
        ),
        page(
          'Open questions and outlook',
          ['Fairness and privacy', 'Those affected should know what is done with their data and to what end.'],
          ['Limits of knowledge', 'Honest uncertainty is more useful than a confident guess.'],
          ['What may come next', 'The next advances around {topic} will depend on trust as much as on technology.'],
        ),
      ),
      chapter(
        'What it means for people',
        'Effects on life and work',
        page(
          'In working life',
          ['Changing tasks', 'Knowledge about {topic} will be useful in more professions than one might expect.'],
          ['New skills', 'Asking precise questions becomes as valuable as knowing quick answers.'],
          ['Cooperation', 'Specialists and practitioners learn to understand each other’s language.'],
        ),
        page(
          'In society',
          ['Access', 'Benefits spread further when knowledge and tools are open to many.'],
          ['Trust', 'Trust grows where methods are explained and mistakes are admitted.'],
          ['Rules', 'Rules set limits, and good ones leave room for discovery.'],
        ),
        page(
          'Judging information',
          ['Check the source', 'Who says it, on what grounds and with what interest are the first three questions.'],
          ['Read beyond the headline', 'Headlines promise certainty, and the details usually take some of it back.'],
          ['Look for agreement', 'Several independent findings weigh more than a single spectacular one.'],
        ),
      ),
    ],
    proposal: [
      chapter(
        'Your situation',
        'What we have understood',
        page(
          'What you want to achieve',
          ['Your goal', 'We repeat your goal in our own words, so that a misunderstanding shows at once.'],
          ['Why it matters now', 'Waiting has a price as well, and it belongs in the comparison.'],
          ['How you will judge success', 'We agree beforehand on what you will look at when the work is done.'],
        ),
        page(
          'What stands in the way',
          ['Obstacles today', 'Lack of time, scattered information and old habits slow down good intentions.'],
          ['What has been tried', 'Earlier attempts show what fits your organisation and what does not.'],
          ['Limits to respect', 'Budget, rules and running business set limits that our proposal accepts.'],
        ),
        page(
          'The people involved',
          ['Those who decide', 'Decision makers need a clear choice and its consequences on one page.'],
          ['Those who use it', 'The daily users decide in practice whether {topic} will succeed.'],
          ['Those who support it', 'Support, purchasing and legal join early, because late objections cost most.'],
        ),
      ),
      chapter(
        'Our proposal',
        'What we suggest',
        page(
          'The solution in outline',
          ['The core idea', 'We solve the most expensive problem first and leave the rest as it is.'],
          ['What you receive', 'Each result is described so that you can check it on delivery.'],
          ['What stays with you', 'Knowledge, data and decisions remain in your hands.'],
        ),
        page(
          'Benefits',
          ['For your customers', 'Customers notice shorter waiting, clearer answers and fewer errors.'],
          ['For your team', 'Routine shrinks, and there is more time for work that needs experience.'],
          ['For your organisation', 'Transparent steps make it easier to plan {topic} and to steer it.'],
        ),
        tablePage(
          'Options to choose from',
          {
            header: ['Option', 'Scope', 'Suits you if'],
            rows: [
              ['Start small', 'One area and a short trial', 'You want proof before you commit'],
              ['Standard', 'The full solution in stages', 'The goal is clear and time matters'],
              ['Comprehensive', 'Solution, training and support', 'You want one partner for everything'],
            ],
          },
          ['Easy to compare', 'All options use the same method, so that changing later loses nothing.'],
          ['Our recommendation', 'Starting small is the cheapest way to find out whether we work well together.'],
        ),
      ),
      chapter(
        'Working with us',
        'How we would proceed',
        page(
          'Our way of working',
          ['Short cycles', 'You see a usable result early and can correct the direction.'],
          ['One contact', 'One person knows your case and answers for all of us.'],
          ['Open books', 'Progress, hours and problems are visible to you at any time.'],
        ),
        page(
          'Why us',
          ['Experience with the task', 'We know the typical traps and plan around them.'],
          ['References you can ask', 'Talking to earlier clients says more than any brochure.'],
          ['Fair terms', 'If a stage does not deliver what was agreed, you are free to leave.'],
        ),
        page(
          'Investment and return',
          ['What you invest', 'Besides the price, count the hours that your own people will spend.'],
          ['What you get back', 'Savings and additional income are estimated cautiously and listed apart.'],
          ['When it pays off', 'We name the assumptions behind the calculation, so that you can change them.'],
        ),
      ),
    ],
    project: [
      chapter(
        'The project in brief',
        'What we are doing and why',
        page(
          'Purpose',
          ['The problem to solve', 'We state the problem without naming a solution, so that the better one can win.'],
          ['The expected benefit', 'Everyone should be able to say who will be better off because of {topic}.'],
          [
            'Why this project',
            'Other ways were considered, and this one offers the best balance of effect and effort.',
          ],
        ),
        page(
          'Scope',
          ['Included', 'The list of results is short enough to remember and precise enough to test.'],
          ['Not included', 'What we leave out is written down, because silence invites expectations.'],
          ['Open decisions', 'Each open decision has a date by which it must be taken.'],
        ),
        page(
          'Dependencies',
          ['What we need from others', 'Deliveries from other teams are requested early and confirmed in writing.'],
          ['What others need from us', 'Teams that wait for us receive a date and an honest warning if it moves.'],
          ['Outside conditions', 'Approvals, suppliers and holidays can shift a schedule more than any task.'],
        ),
      ),
      chapter(
        'How we work',
        'Organisation and rules',
        page(
          'Roles',
          ['Sponsor', 'The sponsor defends the goal and decides when the team cannot.'],
          ['Project lead', 'The lead keeps the whole in view and brings problems to the table early.'],
          ['Core team', 'Core members have agreed time for the project and not just good will.'],
        ),
        page(
          'Meetings and information',
          ['Weekly check-in', 'A short weekly meeting deals with obstacles and leaves reports to be read.'],
          ['One place for everything', 'Plans, decisions and results live in one place that all can open.'],
          ['Status at a glance', 'Green, amber and red have the same agreed meaning for everyone.'],
        ),
        page(
          'Decisions and changes',
          ['Who decides what', 'Small decisions stay in the team, and larger ones have a known way up.'],
          ['Handling changes', 'A change request names its effect on time, cost and quality before anyone agrees.'],
          ['Keeping a record', 'A decision log spares us from discussing the same question twice.'],
        ),
      ),
      chapter(
        'Where we are heading',
        'Status and schedule',
        page(
          'Current status',
          ['Done', 'Finished means accepted by the person who asked for it.'],
          ['In progress', 'Work under way is kept small, so that results appear steadily.'],
          ['Blocked', 'For each blocked item we say who can remove the obstacle.'],
        ),
        tablePage(
          'Milestones',
          {
            header: ['Milestone', 'Result', 'Accepted by'],
            rows: [
              ['Start', 'Goal, scope and team agreed', 'Sponsor'],
              ['First result', 'A usable part for real users', 'Pilot group'],
              ['Completion', 'Everything delivered and handed over', 'Operations'],
            ],
          },
          ['Milestones are results', 'A milestone is reached when something works and not when a date has passed.'],
          ['Few but firm', 'A small number of firm dates is easier to keep than a calendar full of soft ones.'],
        ),
        page(
          'Quality and handover',
          ['Testing along the way', 'Testing each part as it is finished keeps surprises away from the end.'],
          ['Preparing the users', 'Those who will work with {topic} are trained before the switch.'],
          ['A clean ending', 'Documents, access rights and open tasks are handed over by name.'],
        ),
      ),
    ],
    retrospective: [
      chapter(
        'The case',
        'What happened',
        page(
          'Starting situation',
          ['Where it began', 'The situation at the beginning explains why the first decisions seemed reasonable.'],
          ['The people involved', 'Several groups took part in {topic}, each with its own view and its own goals.'],
          ['What was at stake', 'Knowing what could be won or lost makes the later choices understandable.'],
        ),
        page(
          'The course of events',
          ['First steps', 'Early actions were quick and visible, and they set the direction for the rest.'],
          ['Turning point', 'At one moment it became clear that the original idea had to change.'],
          ['Outcome', 'The result is described first as it was and only then as it felt.'],
        ),
        page(
          'Different points of view',
          ['From inside', 'Those who did the work remember pressure, shortcuts and small victories.'],
          ['From outside', 'Customers and partners saw only the results, and judged by them alone.'],
          [
            'With hindsight',
            'Much that is obvious today was invisible at the time, and fairness demands that we say so.',
          ],
        ),
      ),
      chapter(
        'Analysis',
        'Why it happened',
        page(
          'What helped',
          ['Good decisions', 'Some decisions were right because somebody asked an uncomfortable question in time.'],
          ['Favourable conditions', 'Luck played its part and should not be mistaken for skill.'],
          ['Strong cooperation', 'Short ways between people solved problems before they became official.'],
        ),
        page(
          'What got in the way',
          ['Wrong assumptions', 'An assumption that nobody had tested turned out to carry too much weight.'],
          ['Late signals', 'The information existed, but not with the person who needed it.'],
          ['Missing resources', 'Too little time for preparation was paid back double later on.'],
        ),
        tablePage(
          'From cause to lesson',
          {
            header: ['What we saw', 'Likely cause', 'Lesson'],
            rows: [
              ['Work done twice', 'Unclear responsibility', 'Name one owner for each task'],
              ['Late changes', 'Users asked too late', 'Show drafts early'],
              ['Tired team', 'No room for surprises', 'Plan with a reserve'],
            ],
          },
          ['Ask why more than once', 'The first explanation is usually a symptom of a deeper one.'],
          ['Blame helps nobody', 'People speak openly when the system is examined and not a person.'],
        ),
      ),
      chapter(
        'Lessons learned',
        'What we take with us',
        page(
          'What we would do again',
          ['Proven practices', 'Practices that carried {topic} through difficult weeks deserve to become routine.'],
          ['Useful tools', 'Tools earn their place when the team misses them as soon as they are gone.'],
          ['Attitudes', 'Openness about problems was worth more than optimism.'],
        ),
        page(
          'What we would do differently',
          ['Earlier involvement', 'Users and partners would be asked before the plan is finished.'],
          ['Smaller steps', 'A smaller first version would have shown the main error within days.'],
          ['Clearer limits', 'A written limit on scope would have saved many late discussions.'],
        ),
        page(
          'Transfer to other cases',
          ['What is general', 'Some lessons hold wherever people depend on each other’s work.'],
          ['What is specific', 'Others belong to this case alone and should not become rules.'],
          ['How we share it', 'A two-page summary will be read, while a long report will only be filed.'],
        ),
      ),
    ],
    culture: [
      chapter(
        'Setting the scene',
        'An encounter with {topic}',
        page(
          'Place and time',
          ['Where we are', 'Landscape, climate and trade routes shape how people live and what they value.'],
          ['When it begins', 'Beginnings are seldom a single date. They grow out of older habits and stories.'],
          ['First impressions', 'What strikes a visitor first is often what residents no longer notice.'],
        ),
        page(
          'Roots and origins',
          ['Early traces', 'Objects, buildings and words keep traces of {topic} that books have forgotten.'],
          [
            'Influences from outside',
            'Travellers, merchants and neighbours brought ideas that were soon felt to be local.',
          ],
          ['What has remained', 'Some forms have changed their purpose several times and survived because of it.'],
        ),
        page(
          'People and stories',
          ['Well-known figures', 'A few names stand for many people whose work made the difference.'],
          ['Everyday life', 'Kitchens, workshops and markets tell as much as palaces do.'],
          ['Stories handed down', 'A good story may not be exact, but it shows what people wanted to remember.'],
        ),
      ),
      chapter(
        'What makes it special',
        'Character and variety',
        page(
          'Things to see',
          ['Landmarks', 'Famous places are famous for a reason, and they reward those who come early or stay late.'],
          ['Hidden corners', 'A side street or a small museum often gives the clearest impression of {topic}.'],
          [
            'Details worth a second look',
            'Ornaments, materials and lettering reveal who built something and for whom.',
          ],
        ),
        page(
          'Things to taste and hear',
          ['Food and drink', 'Recipes carry memory: each family insists that its own version is the true one.'],
          ['Music and language', 'Sounds and phrases give away where someone comes from long before a map does.'],
          ['Feasts and seasons', 'Festivals mark the year and bring together people who seldom meet otherwise.'],
        ),
        tablePage(
          'Then and now',
          {
            header: ['Aspect', 'In earlier times', 'Today'],
            rows: [
              ['Knowledge', 'Handed on from person to person', 'Shared in schools, books and online'],
              ['Craft', 'Made for the neighbourhood', 'Sought by visitors and collectors'],
              ['Gatherings', 'Part of everyday duty', 'A chosen meeting of old and new friends'],
            ],
          },
          ['Change is part of it', 'A living tradition changes in every generation that uses it.'],
          ['What connects the ages', 'The wish to belong and to share has hardly altered.'],
        ),
      ),
      chapter(
        'Meaning and encounter',
        'What it means today',
        page(
          'Influence on the present',
          ['In art and design', 'Artists quote older forms, sometimes with respect and sometimes with a wink.'],
          ['In daily habits', 'Many ordinary habits began as something solemn.'],
          ['In the wider world', 'Through migration, trade and media {topic} can be met far from its origin.'],
        ),
        page(
          'Meeting it with respect',
          ['Listen first', 'Local voices know which questions open doors and which shut them.'],
          ['Know the customs', 'A few words of greeting and suitable dress show goodwill.'],
          [
            'Leave it as you found it',
            'Quiet, patience and small purchases from local makers help to preserve a place.',
          ],
        ),
        page(
          'Ways to explore further',
          ['Read and watch', 'A novel or a film often prepares the eye better than a guidebook.'],
          ['Visit', 'One slow day in a single place teaches more than five in a hurry.'],
          ['Take part', 'Cooking, singing or making something by hand turns a spectator into a guest.'],
        ),
      ),
      chapter(
        'Different views',
        'Sources and debates',
        page(
          'What the sources tell us',
          [
            'Written sources',
            'Letters, chronicles and travel reports show what their authors noticed and what they passed over.',
          ],
          ['Objects and places', 'Things that were used every day speak for people who left no writing.'],
          ['Memory', 'Recollections change as they are told, and the change itself is revealing.'],
        ),
        page(
          'Questions still under debate',
          ['Who owns the story?', 'Different groups claim {topic} as their own, often with good reason.'],
          [
            'What is authentic?',
            'The oldest version is not always the truest one, and the newest is not always a copy.',
          ],
          [
            'How should it be preserved?',
            'Protection and use pull in different directions, and a balance has to be found again and again.',
          ],
        ),
        page(
          'Comparisons',
          ['With neighbours', 'A look at neighbouring regions shows what is shared and what is singular.'],
          ['With other periods', 'Similar questions were answered quite differently a few generations earlier.'],
          ['With our own lives', 'The comparison that touches us most is the one with our own habits.'],
        ),
      ),
    ],
    health: [
      chapter(
        'Understanding {topic}',
        'What we are talking about',
        page(
          'What it means for people',
          ['In everyday life', 'Health shows in small things: how we sleep, move, eat and get along with others.'],
          ['Who is affected', 'Questions of health can come up at any age, though not for everyone in the same way.'],
          ['Why it is often overlooked', 'Slow changes are easy to get used to, and so they are noticed late.'],
        ),
        page(
          'Causes and influences',
          ['Body', 'Age, inheritance and earlier illness set conditions that we should know.'],
          ['Habits', 'Daily routines act slowly and strongly, in both directions.'],
          ['Surroundings', 'Work, housing, noise and friendship influence health more than we tend to think.'],
        ),
        page(
          'Signs worth noticing',
          ['Early signs', 'A change that lasts for several weeks is worth mentioning to a professional.'],
          ['Urgent signs', 'Sudden, severe or unknown symptoms belong in medical hands without delay.'],
          ['Signs in others', 'Colleagues and relatives often see a change first and should feel free to ask.'],
        ),
      ),
      chapter(
        'What helps',
        'Prevention and care',
        page(
          'Prevention in daily life',
          ['Movement', 'Regular movement that one enjoys is better than ambitious plans given up in a month.'],
          ['Rest', 'Breaks and sleep are part of performance and not its opposite.'],
          ['Food and drink', 'Simple, varied meals at calm times do more good than strict rules.'],
        ),
        page(
          'Professional support',
          ['First contact', 'A family doctor or a counselling service knows which step comes next.'],
          ['Treatment and guidance', 'Good treatment depends on the person and is decided together.'],
          ['Staying with it', 'Agreed appointments and honest reports help professionals to help.'],
        ),
        tablePage(
          'Small steps, lasting effect',
          {
            header: ['Area', 'A small first step', 'How it becomes a habit'],
            rows: [
              ['Movement', 'A short walk after lunch', 'Go with a friend'],
              ['Rest', 'A fixed time without screens', 'Leave the phone in another room'],
              ['Contact', 'One conversation a day', 'Put it in the calendar'],
            ],
          },
          ['Begin with one step', 'One change at a time is easier to keep than five.'],
          ['Forgive a bad day', 'A missed day is no failure as long as the next one counts again.'],
        ),
      ),
      chapter(
        'Acting together',
        'Responsibility and support',
        page(
          'What each person can do',
          ['Know your limits', 'Noticing strain early is a skill that can be practised.'],
          ['Ask for help', 'Asking early is a sign of responsibility towards oneself and others.'],
          ['Look after one another', 'A sincere question and a little time are often enough to begin with.'],
        ),
        page(
          'What organisations can do',
          ['Healthy conditions', 'Good light, fair schedules and clear tasks prevent more trouble than posters do.'],
          ['Open conversation', 'Where leaders speak openly about strain, others dare to follow.'],
          ['Offers that fit', 'Support is used when it is near, confidential and easy to find.'],
        ),
        page(
          'Reliable information',
          [
            'Trustworthy sources',
            'Public health services and medical societies explain what is known and what is not.',
          ],
          ['Caution with promises', 'Whoever promises a quick cure usually sells something.'],
          ['A word of care', 'These slides inform about {topic} and cannot replace personal medical advice.'],
        ),
      ),
    ],
    education: [
      chapter(
        'Learning today',
        'Where education stands',
        page(
          'What learners need',
          ['Curiosity', 'Learning begins with a question that the learner really wants to answer.'],
          ['Security', 'People dare to try something new where mistakes are not punished.'],
          ['Challenge', 'Tasks should be just beyond what is easy and within what is possible.'],
        ),
        page(
          'A changing environment',
          ['New media', 'Information is everywhere, and judging it has become the harder skill.'],
          ['Different backgrounds', 'Languages, experience and pace differ widely within one group of learners.'],
          ['New expectations', 'Families and employers ask for more than the knowledge that tests can measure.'],
        ),
        page(
          'Goals worth pursuing',
          ['Knowledge', 'A firm base of knowledge is what makes creative thinking possible.'],
          ['Skills', 'Careful reading, reasoning and cooperating are useful in every subject.'],
          ['Attitude', 'Perseverance and fairness grow through example more than through instruction.'],
        ),
      ),
      chapter(
        'Good teaching',
        'Methods that work',
        page(
          'Planning a lesson',
          ['Begin with the aim', 'A clear aim for {topic} decides what belongs in the lesson and what does not.'],
          ['Connect to what is known', 'New ideas hold when they are tied to something familiar.'],
          ['Leave room', 'A plan with free minutes can take up the best question of the day.'],
        ),
        page(
          'Active learning',
          ['Explain to others', 'Those who explain something discover what they have not yet understood.'],
          ['Work on real tasks', 'A task with a real audience is done with more care.'],
          ['Practise in intervals', 'Short repetitions spread over time beat one long session.'],
        ),
        tablePage(
          'Forms of feedback',
          {
            header: ['Form', 'When it helps', 'Good practice'],
            rows: [
              ['Spoken', 'During the work', 'One strength and one next step'],
              ['Written', 'After a longer task', 'Refer to the agreed criteria'],
              ['From peers', 'Before the final version', 'Ask questions and give no marks'],
            ],
          },
          ['Feedback looks ahead', 'Useful feedback says what to try next.'],
          ['Let learners answer', 'A conversation about the feedback matters more than its form.'],
        ),
      ),
      chapter(
        'Making it work',
        'From idea to daily practice',
        page(
          'Tools and materials',
          ['Choose by purpose', 'A tool is good when it makes thinking visible.'],
          ['Keep access fair', 'No learner should fall behind because of a missing device.'],
          ['Reuse and share', 'Shared materials save hours and improve with every colleague who uses them.'],
        ),
        page(
          'Working with families and partners',
          ['Clear information', 'Families support best when they know what is being learned and why.'],
          ['Shared responsibility', 'School, home and community each contribute something the others cannot.'],
          ['Learning outside', 'Libraries, companies and museums bring {topic} to life.'],
        ),
        page(
          'Knowing whether it works',
          ['Observe', 'Watching learners at work tells more than their answers alone.'],
          ['Ask the learners', 'Their view of what helped is often precise and sometimes surprising.'],
          ['Adjust', 'Small changes after each unit add up over a year.'],
        ),
      ),
    ],
    sustainability: [
      chapter(
        'Why it matters',
        'The situation we face',
        page(
          'The larger picture',
          ['Natural limits', 'Soil, water and a stable climate are the base of every economy.'],
          [
            'Connected effects',
            'What saves energy in one place may cost material in another, so we look at the whole.',
          ],
          ['Shared responsibility', 'Nobody can solve it alone, and nobody is too small to contribute to an answer.'],
        ),
        page(
          'What it means for us',
          ['Our footprint', 'Energy, transport, purchasing and waste are where our influence is greatest.'],
          ['Expectations', 'Customers, staff and authorities ask for proof instead of intentions.'],
          ['Opportunities', 'Using less often means paying less, and new demand grows around better solutions.'],
        ),
        page(
          'Where we are today',
          ['What is already done', 'Much has begun without a label and deserves to be continued.'],
          ['What we do not know yet', 'Missing figures are named, because they show where to measure first.'],
          ['Where others are ahead', 'Borrowing a proven solution is quicker than inventing one.'],
        ),
      ),
      chapter(
        'Fields of action',
        'Where we can act',
        page(
          'Energy and buildings',
          ['Use less', 'Switching off, insulating and adjusting come before any new installation.'],
          ['Use cleaner sources', 'Contracts and roofs both offer ways to change the source of energy.'],
          ['Watch consumption', 'Readings that everyone can see make waste a topic of conversation.'],
        ),
        page(
          'Materials and purchasing',
          ['Buy less, buy better', 'The greenest product is often the one that was not needed.'],
          ['Repair and reuse', 'Repairable goods cost more once and less over their lifetime.'],
          ['Ask suppliers', 'A simple question in every order moves whole supply chains.'],
        ),
        page(
          'Mobility and daily habits',
          ['Avoid and shift', 'A call can replace a trip, and a train can replace a flight.'],
          ['Food', 'Seasonal and plant-based choices are an easy start and taste good.'],
          ['Habits at work', 'Good defaults help more than appeals, because nobody has to think of them.'],
        ),
      ),
      chapter(
        'From goals to results',
        'How we make it happen',
        page(
          'Goals that bind',
          ['Clear and dated', 'On {topic}, a goal needs a date, an owner and a starting value.'],
          ['Ambitious and fair', 'Effort is shared so that no group carries most of the burden.'],
          ['Open to inspection', 'Publishing the goal keeps us honest when it becomes inconvenient.'],
        ),
        tablePage(
          'First measures',
          {
            header: ['Measure', 'Effort', 'Effect shows'],
            rows: [
              ['Adjust heating and lighting', 'Low', 'Within weeks'],
              ['Change purchasing rules', 'Medium', 'With the next orders'],
              ['Renew equipment', 'High', 'Over several years'],
            ],
          },
          ['Begin with the easy ones', 'Early successes create the goodwill that later measures need.'],
          ['Plan the hard ones now', 'Large changes need a long lead time and belong in the budget early.'],
        ),
        page(
          'Keeping people with us',
          ['Explain the reasons', 'People accept inconvenience when they understand what it achieves.'],
          ['Invite ideas', 'The best suggestions come from those who see the waste every day.'],
          ['Celebrate progress', 'Visible progress is the strongest argument for the next step.'],
        ),
      ),
    ],
    generic: [
      chapter(
        '{Topic} at a glance',
        'Getting our bearings',
        page(
          'What this is about',
          ['The subject', 'We say in a few sentences what we mean by {topic} and what we leave aside.'],
          ['Why we talk about it', 'There is an occasion, and it helps to name it at the start.'],
          ['What you can expect', 'At the end there should be a shared picture and a clear idea of the next step.'],
        ),
        page(
          'Background',
          ['How it came to this', 'A short look back shows which decisions still shape the present.'],
          ['Who is involved', 'Different people see different sides, and each of them sees something true.'],
          ['What has changed', 'New circumstances make an old question worth asking again.'],
        ),
        page(
          'Key questions',
          ['What do we know?', 'Facts and experience come first, and their sources are named.'],
          ['What do we assume?', 'Assumptions are useful as long as everyone knows that they are assumptions.'],
          ['What is still open?', 'Open questions show where a conversation will be worth the time.'],
        ),
      ),
      chapter(
        'A view from several sides',
        'One side after the other',
        page(
          'The main aspects',
          ['The practical side', 'What has to be done, by whom and with what means is often the quickest way in.'],
          ['The human side', 'People’s hopes and worries around {topic} decide how any idea is received.'],
          ['The long-term side', 'Some effects appear only after the first enthusiasm has gone.'],
        ),
        page(
          'An example',
          ['The situation', 'A concrete example from daily life keeps the discussion on the ground.'],
          ['What was done', 'We follow one attempt from the first idea to the result.'],
          ['What it teaches', 'One case proves nothing, but it shows where to look.'],
        ),
        tablePage(
          'Arguments on both sides',
          {
            header: ['Question', 'In favour', 'To consider'],
            rows: [
              ['Benefit', 'A clear gain for those concerned', 'Not everyone gains equally'],
              ['Effort', 'Can begin in small steps', 'Needs patience and a steady hand'],
              ['Timing', 'Interest is high at present', 'Other tasks compete for attention'],
            ],
          },
          ['Weigh them fairly', 'An argument gets stronger when the best objection has been heard.'],
          ['Look for a third way', 'Many apparent opposites allow a combination.'],
        ),
      ),
      chapter(
        'What follows from it',
        'Consequences and choices',
        page(
          'Possible directions',
          ['Go on as before', 'Doing nothing is a choice as well, with its own costs and benefits.'],
          ['Improve step by step', 'Small improvements are easy to reverse and quick to learn from.'],
          ['Try something new', 'A bold attempt needs a clear limit on time and means.'],
        ),
        page(
          'What makes it succeed',
          ['A clear aim', 'A clear aim turns a good intention about {topic} into something one can work on.'],
          ['The right people', 'Those who are affected and those who decide should sit at one table.'],
          ['Enough time', 'A realistic schedule is a form of respect.'],
        ),
        page(
          'What to watch out for',
          ['Too much at once', 'Starting everywhere means finishing nowhere.'],
          ['Too little exchange', 'Silence is easily mistaken for agreement.'],
          ['Losing sight of the purpose', 'From time to time we ask whether the effort still serves its aim.'],
        ),
      ),
    ],
  },
  shared: {
    roadmap: chapter(
      'Roadmap',
      'The way ahead',
      page(
        'Three phases',
        ['Phase 1: prepare', 'Tasks, owners and means are settled before the first visible step.'],
        ['Phase 2: carry out', 'Work proceeds in short stages, each of which ends with something usable.'],
        ['Phase 3: make it last', 'Results are handed over, documented and looked after by the line organisation.'],
      ),
      tablePage(
        'Timeline',
        {
          header: ['Stage', 'Focus', 'Ends with'],
          rows: [
            ['First month', 'Clarify and prepare', 'An agreed plan'],
            ['First quarter', 'Try out on a small scale', 'A decision to extend'],
            ['Second half', 'Extend and improve', 'A review of the results'],
          ],
        },
        ['Order before speed', 'Steps that others depend on are taken first.'],
        ['Fixed points to look up', 'At each stage we pause and ask whether the plan still holds.'],
      ),
      page(
        'Dependencies in the schedule',
        ['What comes first', 'Some steps open the way for many others and must not slip.'],
        ['What can run side by side', 'Independent tasks start in parallel wherever people are available.'],
        ['Where we keep slack', 'Free days before important dates are planned on purpose.'],
      ),
    ),
    risks: chapter(
      'Risks and answers',
      'What could go wrong',
      page(
        'Main risks',
        ['Lack of time', 'Daily business wins over good plans unless time is set aside for them.'],
        ['Lack of support', 'Without visible backing from above, doubts around {topic} will grow quietly.'],
        ['Wrong expectations', 'Promises that are too large turn even a fair result into a disappointment.'],
      ),
      tablePage(
        'How we respond',
        {
          header: ['Risk', 'Early sign', 'Our answer'],
          rows: [
            ['Delay', 'Small dates are missed', 'Reduce the scope before moving the goal'],
            ['Higher cost', 'Unplanned requests pile up', 'Decide on each request in the open'],
            ['Low acceptance', 'Few questions and little use', 'Talk to users and adapt'],
          ],
        },
        ['Watch for early signs', 'A risk that is noticed early is usually cheap to deal with.'],
        ['One owner for each risk', 'A risk without an owner is only a worry.'],
      ),
      page(
        'Limits we set ourselves',
        ['When we stop', 'We agree beforehand on the point at which going on makes no sense.'],
        ['What we protect', 'Safety, fair treatment and the trust of our partners are not up for trade.'],
        ['Whom we inform', 'Bad news travels to the person who can act on it on the same day.'],
      ),
    ),
    people: chapter(
      'People and cooperation',
      'Who makes it happen',
      page(
        'Responsibilities',
        ['Owner', 'One person owns the result and is given the freedom to reach it.'],
        ['Contributors', 'Contributors know what is expected of them, by when and to what standard.'],
        ['Advisers', 'Advisers are asked early, and the decision is then taken without them.'],
      ),
      page(
        'Working together',
        ['Clear agreements', 'Agreements are short, written and known to those they concern.'],
        ['Regular exchange', 'A fixed rhythm of short talks replaces many long meetings.'],
        ['Open feedback', 'Feedback is given soon, in person and about the work.'],
      ),
      page(
        'Skills and support',
        ['Skills we have', 'Making existing knowledge visible is the quickest kind of training.'],
        ['Skills we need', 'Missing skills are learned, borrowed or bought, in that order.'],
        ['Time to learn', 'Learning needs hours in the calendar and not just encouragement.'],
      ),
    ),
    measures: chapter(
      'Measuring progress',
      'How we know that it works',
      page(
        'What we measure',
        ['Effect', 'We ask first what has become better for the people concerned.'],
        ['Effort', 'Hours and money are tracked, so that the effect can be set against them.'],
        ['Quality', 'A few checks by people outside the team keep the standard steady.'],
      ),
      tablePage(
        'A small set of indicators',
        {
          header: ['Indicator', 'What it tells us', 'Looked at'],
          rows: [
            ['Use', 'Whether people really take it up', 'Weekly'],
            ['Satisfaction', 'Whether they would recommend it', 'Quarterly'],
            ['Cost per result', 'Whether the effort stays reasonable', 'Monthly'],
          ],
        },
        ['Few and meaningful', 'Three indicators that lead to action are better than twenty that do not.'],
        ['Starting values first', 'Without a starting value, no later figure means anything.'],
      ),
      page(
        'Learning from the figures',
        ['Look at trends', 'A single value misleads, while a line over several periods tells a story.'],
        ['Ask for reasons', 'Behind each jump in the figures for {topic} there is a reason worth knowing.'],
        ['Change something', 'A review that changes nothing was only a report.'],
      ),
    ),
    practice: chapter(
      'Putting it into practice',
      'From knowing to doing',
      page(
        'First steps',
        ['Start small', 'A first step that fits into an ordinary week is more likely to be taken.'],
        ['Choose a good occasion', 'A task with little risk and quick feedback is the best place to begin.'],
        ['Find a partner', 'Two people learn faster, because each notices what the other misses.'],
      ),
      page(
        'Typical mistakes',
        ['Starting with the tool', 'A tool chosen before the question is clear solves the wrong problem well.'],
        ['Skipping the basics', 'What was skipped at the start returns as a puzzle later.'],
        ['Giving up too early', 'The first attempts are slow for everyone, and that is normal.'],
      ),
      page(
        'Three steps to try this week',
        ['Step 1: observe', 'Note for a few days where the subject touches your own work.'],
        ['Step 2: try', 'Pick one of these moments and do it differently once.'],
        ['Step 3: share', 'Tell somebody what happened and listen to their view.'],
      ),
    ),
    questions: chapter(
      'Questions people ask',
      'Common questions',
      page(
        'Is it worth the effort?',
        ['The short answer', 'It is worth it where the need is real and the first step is small.'],
        ['What it takes', 'Attention and time are the true costs, and both can be planned.'],
        ['What it gives back', 'The gain is often clearer understanding before it is anything else.'],
      ),
      page(
        'Where do others struggle?',
        ['Unclear terms', 'Many disagreements about {topic} end as soon as the words are clear.'],
        ['Too many opinions', 'A small experiment settles more than another round of discussion.'],
        ['Missing follow-up', 'Good beginnings fade when nobody asks about them after a month.'],
      ),
      page(
        'How can one stay up to date?',
        ['Good sources', 'Two or three reliable sources read regularly are enough.'],
        ['Exchange with others', 'A conversation with practitioners shows what no text mentions.'],
        ['Own experience', 'What one has tried is remembered, and what one has read is soon forgotten.'],
      ),
    ),
    next: chapter(
      'Next steps',
      'What happens now',
      page(
        'What we do next',
        ['This week', 'The first tasks are small, have a name beside them and start at once.'],
        ['This month', 'By the end of the month the preparations should be complete.'],
        ['This quarter', 'After a quarter we look at first results and decide how to go on.'],
      ),
      page(
        'Decisions we ask for',
        ['Agreement on the aim', 'We ask for a clear yes to the aim before we discuss the details.'],
        ['Means and people', 'The work can begin once people and means are confirmed.'],
        ['A date to look back', 'We set the date of the first review today.'],
      ),
      page(
        'Summary',
        ['Where we come from', 'We know the situation and have named what holds us back.'],
        ['Where we are going', 'The aim is clear, and each step can be checked against it.'],
        ['What we need from you', 'Questions and objections are most helpful now, while changes are easy.'],
      ),
    ),
    takeaways: chapter(
      'What to take away',
      'Summary and outlook',
      page(
        'Key points',
        [
          'The central idea',
          'If only one thought about {topic} remains, let it be the reason why it matters to people.',
        ],
        ['What helps to understand it', 'Simple examples and honest limits explain more than many terms.'],
        ['What to be careful about', 'Quick conclusions are tempting, and a second look is seldom wasted.'],
      ),
      page(
        'Looking ahead',
        ['Likely developments', 'Some changes can already be seen, even if their pace is uncertain.'],
        ['What could change the picture', 'New findings or new needs may shift what seems settled today.'],
        ['Our own part', 'How {topic} will develop depends in part on what each of us does.'],
      ),
      page(
        'Questions for discussion',
        ['What was new to you?', 'The most surprising point is often the best start of a conversation.'],
        ['Where do you disagree?', 'A well-founded objection helps everyone to see more clearly.'],
        ['What will you try?', 'A small personal resolution makes the subject stay.'],
      ),
    ),
  },
};
