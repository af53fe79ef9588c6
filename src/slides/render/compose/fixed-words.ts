/** Words that a deck has of its own, in the languages of its text. */
import type { Language } from '../../../outline/outline';
import { words } from './content';

interface FixedWords {
  catalogue: string;
  ending: string;
}

/** For the others, the words are English or Chinese. */
const translated = {
  'ar-SA': { catalogue: 'المحتويات', ending: 'شكرًا لكم' },
  'fa-IR': { catalogue: 'فهرست مطالب', ending: 'سپاسگزاریم' },
  'ur-PK': { catalogue: 'فہرست', ending: 'شکریہ' },
  'he-IL': { catalogue: 'תוכן העניינים', ending: 'תודה' },
  'hi-IN': { catalogue: 'विषय-सूची', ending: 'धन्यवाद' },
  'th-TH': { catalogue: 'สารบัญ', ending: 'ขอบคุณ' },
  'ja-JP': { catalogue: '目次', ending: 'ありがとうございました' },
  'ko-KR': { catalogue: '목차', ending: '감사합니다' },
  'de-DE': { catalogue: 'Inhalt', ending: 'Vielen Dank' },
  'fr-FR': { catalogue: 'Sommaire', ending: 'Merci' },
  'es-ES': { catalogue: 'Contenido', ending: 'Gracias' },
  'it-IT': { catalogue: 'Indice', ending: 'Grazie' },
  'pt-BR': { catalogue: 'Conteúdo', ending: 'Obrigado' },
  'nl-NL': { catalogue: 'Inhoud', ending: 'Dank u wel' },
} as const satisfies Readonly<Record<string, FixedWords>>;

/** @param tag language of the deck's text */
export const fixedWords = (language: Language, tag: string): FixedWords =>
  translated[tag as keyof typeof translated] ?? words[language];

/** Names of the numbers next to a chart. */
interface KeyWords {
  highest: string;
  lowest: string;
  latest: string;
  start: string;
}

const ownKeyWords: Record<Language, KeyWords> = {
  en: { highest: 'Highest', lowest: 'Lowest', latest: 'Latest', start: 'Start' },
  zh: { highest: '最高', lowest: '最低', latest: '最新', start: '起点' },
};

const translatedKeyWords: Readonly<Record<keyof typeof translated, KeyWords>> = {
  'ar-SA': { highest: 'الأعلى', lowest: 'الأدنى', latest: 'الأحدث', start: 'البداية' },
  'fa-IR': { highest: 'بیشترین', lowest: 'کمترین', latest: 'تازه‌ترین', start: 'آغاز' },
  'ur-PK': { highest: 'سب سے زیادہ', lowest: 'سب سے کم', latest: 'تازہ ترین', start: 'آغاز' },
  'he-IL': { highest: 'הגבוה ביותר', lowest: 'הנמוך ביותר', latest: 'האחרון', start: 'ההתחלה' },
  'hi-IN': { highest: 'सबसे अधिक', lowest: 'सबसे कम', latest: 'नवीनतम', start: 'आरंभ' },
  'th-TH': { highest: 'สูงสุด', lowest: 'ต่ำสุด', latest: 'ล่าสุด', start: 'เริ่มต้น' },
  'ja-JP': { highest: '最高', lowest: '最低', latest: '最新', start: '開始' },
  'ko-KR': { highest: '최고', lowest: '최저', latest: '최신', start: '시작' },
  'de-DE': { highest: 'Höchstwert', lowest: 'Tiefstwert', latest: 'Zuletzt', start: 'Beginn' },
  'fr-FR': { highest: 'Maximum', lowest: 'Minimum', latest: 'Dernier', start: 'Début' },
  'es-ES': { highest: 'Máximo', lowest: 'Mínimo', latest: 'Último', start: 'Inicio' },
  'it-IT': { highest: 'Massimo', lowest: 'Minimo', latest: 'Ultimo', start: 'Inizio' },
  'pt-BR': { highest: 'Máximo', lowest: 'Mínimo', latest: 'Último', start: 'Início' },
  'nl-NL': { highest: 'Hoogste', lowest: 'Laagste', latest: 'Laatste', start: 'Begin' },
};

export const keyWords = (language: Language, tag: string): KeyWords =>
  translatedKeyWords[tag as keyof typeof translated] ?? ownKeyWords[language];
