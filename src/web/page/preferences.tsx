import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { keep, recall } from './storage';
import { en, type Words } from './words-en';
import { zh } from './words-zh';

const languages = { en, zh };
type Language = keyof typeof languages;
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

interface Preferences {
  words: Words;
  /** Formats a date and time for the chosen language. */
  when(iso: string): string;
  language: Language;
  setLanguage(language: Language): void;
  theme: Theme;
  setTheme(theme: Theme): void;
}

const Context = createContext<Preferences | undefined>(undefined);
export const usePreferences = () => useContext(Context)!;
export const useWords = () => usePreferences().words;

function firstLanguage(): Language {
  const kept = recall('language');
  if (kept === 'en' || kept === 'zh') return kept;
  const known = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in languages);
  return known === 'zh' ? 'zh' : 'en';
}

export function WithPreferences({ children }: { children: ComponentChildren }) {
  const [language, setLanguage] = useState(firstLanguage);
  const [theme, setTheme] = useState<Theme>(() => themes.find((known) => known === recall('theme')) ?? 'system');
  useLayoutEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [language]);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const preferences = useMemo(() => {
    const locale = language === 'zh' ? 'zh-CN' : navigator.languages.find((tag) => tag.startsWith('en'));
    const format = new Intl.DateTimeFormat(locale ?? 'en', { dateStyle: 'medium', timeStyle: 'short' });
    return {
      words: languages[language],
      when: (iso: string) => format.format(new Date(iso)),
      language,
      setLanguage(chosen: Language) {
        keep('language', chosen);
        setLanguage(chosen);
      },
      theme,
      setTheme(chosen: Theme) {
        keep('theme', chosen);
        setTheme(chosen);
      },
    };
  }, [language, theme]);
  return <Context.Provider value={preferences}>{children}</Context.Provider>;
}

export function PreferenceControls() {
  const { words, language, setLanguage, theme, setTheme } = usePreferences();
  return (
    <div class="preferences">
      <select
        aria-label={words.settings.language}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
      >
        {Object.entries(languages).map(([tag, { language: name }]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={words.settings.theme}
        value={theme}
        onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {words.settings[name]}
          </option>
        ))}
      </select>
    </div>
  );
}
