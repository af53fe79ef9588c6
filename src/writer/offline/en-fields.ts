import type { Field } from './kind';
import { always, type PageSeed } from './seeds';

/** A page from the field that a title or its audience belongs to, so that the deck speaks of what these people do. */
export const EN_FIELDS: Record<Field, PageSeed> = {
  ai: always(
    'Learning machines in brief',
    [
      'Learning from examples',
      'A model is shown many examples and adjusts itself until its answers come near the known ones.',
    ],
    [
      'Training and testing',
      'It is tested with examples that it has never seen, because repeating the known ones proves nothing.',
    ],
    ['Errors and bias', 'What is missing or one-sided in the examples will be missing or one-sided in the answers.'],
  ),
  care: always(
    'Examples from patient care',
    ['At the bedside', 'Tools can point to a change in a patient, and a trained eye decides what it means.'],
    ['Documentation', 'Every minute saved on records is a minute for patients, as long as the records stay complete.'],
    [
      'Safety and confidentiality',
      'Health data are sensitive: who may see them is settled before anything new is tried.',
    ],
  ),
  hospitality: always(
    'At the counter and in the kitchen',
    ['The rush hour', 'How a shop copes with its busiest hour decides what guests tell their friends.'],
    ['Range and waste', 'A shorter menu often means fresher goods, less waste and quicker service.'],
    ['Regular guests', 'People who come every week carry the business and deserve to be recognised.'],
  ),
  retail: always(
    'In the shop and online',
    ['Range', 'Shelves and pages show what sells today, and what customers look for in vain.'],
    ['The way to the purchase', 'From the first look to the receipt, each unnecessary step loses buyers.'],
    ['Stock', 'Goods that are missing disappoint, and goods that stay too long tie up money.'],
  ),
  marketing: always(
    'From attention to loyalty',
    ['Being noticed', 'People notice what speaks to a need they already have.'],
    ['Being chosen', 'At the moment of choice, proof and convenience count more than cleverness.'],
    ['Being recommended', 'A kept promise is the only advertisement that customers make for free.'],
  ),
  software: always(
    'From code to daily use',
    ['Building in small steps', 'Small changes are easier to review, to test and to take back.'],
    ['Running it reliably', 'Monitoring and rehearsed recovery matter most on the day when something breaks.'],
    ['Keeping it safe', 'Access rights, updates and backups are dull until they are urgent.'],
  ),
  finance: always(
    'Money with a sense of proportion',
    ['Liquidity', 'Being able to pay on time comes before every other aim.'],
    ['Return and risk', 'A higher return has its price, even when that price is paid late.'],
    ['Clear rules', 'Limits that are agreed in calm times hold in stormy ones.'],
  ),
  climate: always(
    'What the atmosphere has to do with us',
    ['Causes', 'Burning coal, oil and gas adds greenhouse gases that keep more heat near the ground.'],
    ['Consequences', 'Heat, heavy rain and drought shift what people, cities and farms have to prepare for.'],
    ['Two kinds of answers', 'Reducing emissions limits the change, and adapting limits the damage. Both are needed.'],
  ),
  logistics: always(
    'Along the supply chain',
    ['Inbound', 'Reliable deliveries begin with forecasts that are shared with suppliers.'],
    ['In the warehouse', 'Short ways and clear labels save more time than haste does.'],
    ['The last mile', 'Customers judge the whole chain by the moment when the parcel arrives.'],
  ),
  workplace: always(
    'In everyday working life',
    ['Good agreements', 'When people know how they can be reached and when they cannot, they work more calmly.'],
    ['Concentration', 'Undisturbed time has to be protected, because interruptions defend themselves.'],
    ['Belonging', 'Small rituals keep a team together, wherever its members sit.'],
  ),
};
