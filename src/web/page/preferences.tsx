import { type ComponentChildren, createContext, type FunctionComponent, render } from 'preact';
import { useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Field } from './fields';
import { Popup } from './popup';
import { keep, recall } from './storage';
import { en, type Words } from './words-en';

/** Only the chosen language is loaded. */
const languages = { en: async () => en, zh: async () => (await import('./words-zh')).zh };
const names = { en: 'English', zh: '中文' };
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

/** Shows a view in the language and the colors of this browser. */
export async function show(View: FunctionComponent): Promise<void> {
  const language = firstLanguage();
  const first = { language, words: await languages[language]() };
  const page = (
    <WithPreferences first={first}>
      <View />
    </WithPreferences>
  );
  render(page, document.getElementById('page')!);
}

interface Spoken {
  language: Language;
  words: Words;
}

function WithPreferences({ first, children }: { first: Spoken; children: ComponentChildren }) {
  const [{ language, words }, setSpoken] = useState(first);
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
      words,
      when: (iso: string) => format.format(new Date(iso)),
      language,
      setLanguage(chosen: Language) {
        keep('language', chosen);
        void languages[chosen]().then((words) => setSpoken({ language: chosen, words }));
      },
      theme,
      setTheme(chosen: Theme) {
        keep('theme', chosen);
        setTheme(chosen);
      },
    };
  }, [language, words, theme]);
  return <Context.Provider value={preferences}>{children}</Context.Provider>;
}

/** The menu of settings at the end of the header. */
export function PreferenceControls({ children }: { children?: ComponentChildren }) {
  const { words, language, setLanguage, theme, setTheme } = usePreferences();
  return (
    <Popup label={words.settings.title} sign="⚙">
      <div class="menu-items below preferences">
        <Field label={words.settings.language}>
          <select value={language} onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}>
            {Object.entries(names).map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.settings.theme}>
          <select value={theme} onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}>
            {themes.map((name) => (
              <option key={name} value={name}>
                {words.settings[name]}
              </option>
            ))}
          </select>
        </Field>
        {children}
      </div>
    </Popup>
  );
}
