/** Words that a deck has of its own, in the languages of its text. */
import type { Language } from '../../outline/outline';
import { words } from './content';

interface FixedWords {
  catalogue: string;
  ending: string;
}

/** Languages that are recognized by their letters. For the others, the words are English or Chinese. */
const translated: Readonly<Record<string, FixedWords>> = {
  'ar-SA': { catalogue: 'المحتويات', ending: 'شكرًا لكم' },
  'fa-IR': { catalogue: 'فهرست مطالب', ending: 'سپاسگزاریم' },
  'ur-PK': { catalogue: 'فہرست', ending: 'شکریہ' },
  'he-IL': { catalogue: 'תוכן העניינים', ending: 'תודה' },
  'hi-IN': { catalogue: 'विषय-सूची', ending: 'धन्यवाद' },
  'th-TH': { catalogue: 'สารบัญ', ending: 'ขอบคุณ' },
  'ja-JP': { catalogue: '目次', ending: 'ありがとうございました' },
  'ko-KR': { catalogue: '목차', ending: '감사합니다' },
};

/** @param tag language of the deck's text. */
export const fixedWords = (language: Language, tag: string): FixedWords => translated[tag] ?? words[language];
