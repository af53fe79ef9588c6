/**
 * What each template has besides its drawings: names, filters of the search, colors, type, and the style of its cards.
 * Where texts are in Calibri, large figures are in Arial: if Calibri is missing, its substitute is too wide for them.
 */
import type { LayoutName } from '../deck/deck';
import type { Template } from './template';
import data from './themes.json';

export const themes = data as Readonly<Record<keyof typeof data, Omit<Template, LayoutName | 'motif'>>>;
