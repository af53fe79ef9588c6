import { type CheckReport, type Finding, RULES, type RuleId } from './finding';

/** Slides that a sentence names. */
const NAMED = 8;

/** One sentence for each rule with errors or warnings, the most severe first. Notes are advice. */
export function findingSentences({ findings, format }: Pick<CheckReport, 'findings' | 'format'>): string[] {
  const byRule = new Map<RuleId, Finding[]>();
  for (const each of findings) {
    // A deck says itself how many of its prompts are open.
    if (each.severity !== 'note' && each.rule !== 'unfilled-prompt')
      byRule.set(each.rule, [...(byRule.get(each.rule) ?? []), each]);
  }
  return [...byRule].map(([rule, found]) => {
    const slides = [...new Set(found.flatMap(({ slide }) => slide ?? []))].sort((a, b) => a - b);
    const place = slides.length === 0 ? '' : `, ${placeOf(slides, format === 'pdf' ? 'page' : 'slide')}`;
    return `${capitalized(RULES[rule].finds)} (${rule}${place}). ${RULES[rule].remedy}`;
  });
}

function placeOf(slides: readonly number[], noun: string): string {
  const named = slides.slice(0, NAMED).join(', ');
  const more = slides.length > NAMED ? ` and ${slides.length - NAMED} more` : '';
  return `${noun}${slides.length === 1 ? '' : 's'} ${named}${more}`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
