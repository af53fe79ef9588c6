import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOutline } from '../../src/outline/outline-markdown';

/** A text of `texts/`. Everything in them is made up. */
export const textOf = (name: string): string => readFileSync(join(__dirname, 'texts', `${name}.md`), 'utf8');

/** Two decks of realistic business text with points of varied length, tables, figures and steps. */
export const english = parseOutline(`${textOf('sample-english')}\n<!-- ending: Questions? -->\n`);
export const chinese = parseOutline(`${textOf('sample-chinese')}\n<!-- ending: 敬请指正 -->\n`);
