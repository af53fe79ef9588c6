import { given } from '../../../core/given';
import { composeFrame } from '../../../frames/frame';
import { namesForm, recogniseKind } from '../../../frames/kinds';
import type { Outline } from '../../../outline/outline';
import { chosenLanguage, slideRange } from '../options';
import type { OutlineRequest } from '../writer';

/** A deck that may have this many slides gets all pages. */
const LONG = 26;

/** The frame for a request. The occasion decides the kind of deck where the title does not. */
export function frameFor({ title, options, variant, comment }: Omit<OutlineRequest, 'signal'>): Outline {
  const ofTitle = recogniseKind(title);
  const scenes = options.scene === undefined ? [] : [recogniseKind(options.scene)];
  return composeFrame({
    title,
    language: chosenLanguage(title, options),
    kind: namesForm(ofTitle) ? ofTitle : (scenes.find(namesForm) ?? ofTitle),
    variant,
    comment,
    isLong: slideRange(options.pages).min >= LONG,
    ...given({ audience: options.audience }),
  });
}
