import i18next, { type i18n, type TFunction } from 'i18next'
import { createContext, createElement, type ReactNode, useContext, useSyncExternalStore } from 'react'
import deeds from '#common/work/activities/deeds.en.json' with { type: 'json' }
import type { Key } from '#common/work/activities/words.ts'
import english from './en.json' with { type: 'json' }

/** What mails say as well stands in `common`. */
const en = { ...english, deeds }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

// English is in the bundle, so this finishes before it returns and no screen waits for words.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
})

interface Words {
  translate: Translate
  t: TFunction
  i18n: i18n
}

/** Another one for each language, so that what is made of words is made anew. */
let words = wordsNow()

// Before any component hears of it.
i18next.on('languageChanged', () => {
  words = wordsNow()
})

/** `t` is for words outside components; inside them `useTranslation` re-renders when the language changes. */
export const t = asTyped((key, options) => words.translate(key, options))

/** The same for sentences that `common` makes, whose keys are checked there. */
export function say(key: Key, values?: Record<string, string>): string {
  return words.translate(key, values)
}

const WordsContext = createContext(words)

/**
 * The words of the language on the screen. A context and nothing more: a row asks a dozen times, and the hook of react-i18next, with twelve
 * hooks and two listeners of its own, was half of what a row cost to draw.
 */
export function useTranslation(): Words {
  return useContext(WordsContext)
}

/** Goes around everything that is shown. */
export function WordsProvider({ children }: { children: ReactNode }) {
  return createElement(WordsContext, { value: useSyncExternalStore(subscribe, () => words) }, children)
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

/** Sentences without anything to fill in are looked up once. */
function wordsNow(): Words {
  const known = new Map<string, string>()
  const translate: Translate = (key, options) => {
    if (options !== undefined) return look(key, options)
    const text = known.get(key) ?? look(key)
    known.set(key, text)
    return text
  }
  return { t: asTyped(translate), translate, i18n: i18next }
}

type Translate = (key: string, options?: object) => string

/** The keys are checked where `t` is called; in here they are any text. */
const look: Translate = (key, options) => (i18next.t as unknown as Translate)(key, options)

function asTyped(translate: Translate): TFunction {
  return translate as unknown as TFunction
}

/** The language of the screen, for words outside components. */
export function shownLanguage(): string {
  return i18next.language
}

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
