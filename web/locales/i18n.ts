import i18next from 'i18next'
import { initReactI18next, useTranslation as useReactTranslation } from 'react-i18next'
import en from './en.json' with { type: 'json' }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

// English is in the bundle, so this finishes before it returns and no screen waits for words.
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
})

/** `t` is for words outside components; inside them `useTranslation` re-renders when the language changes. */
export const t = i18next.t
export const useTranslation = useReactTranslation

const others = import.meta.glob<{ default: typeof en }>(['./*.json', '!./en.json'])

/** Shows everything in the profile's language; one we have no file of stays English. */
export async function setLanguage(language: string): Promise<void> {
  const load = others[`./${language}.json`]
  if (load && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await load()).default)
  }
  const shown = i18next.hasResourceBundle(language, 'translation') ? language : 'en'
  await i18next.changeLanguage(shown)
  document.documentElement.lang = shown
}
