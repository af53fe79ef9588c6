/** The face and style of code in a placeholder. */
import { typefaces } from '../render/pptx/styles';
import type { LevelStyle } from './text-style';

export const CODE_FACE = typefaces.cousine;

export const codeStyle = (size: number): LevelStyle => ({
  size,
  bold: false,
  typeface: CODE_FACE,
  capitals: false,
  left: 0,
  indent: 0,
  spacing: { share: 1 },
  before: 0,
  color: undefined,
});
