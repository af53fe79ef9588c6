import type { Judges } from '../../src/service/writer/openai/chapter-slides';
import { Material } from '../../src/service/writer/openai/material';
import { Sense } from '../../src/service/writer/openai/sense';

/** What decides about texts of a model, for a deck of which only this is known. */
export const judges = (given: string): Judges => ({
  material: new Material(given, 'en'),
  sense: new Sense({ title: given, language: 'en', prompts: given }),
  language: 'en',
});
