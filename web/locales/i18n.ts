import i18next, { type i18n, type TFunction } from 'i18next'
import { createContext, createElement, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { english } from '#common/locales/english.ts'
import type { ActivityTextKey } from '#common/work/activities/activity-describer.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof english }
  }
}

// English is part of the bundle, so `init` finishes synchronously. It is also shown for texts that a language lacks.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: english } },
  interpolation: { escapeValue: false },
})

interface Words {
  translate: Translate
  t: TFunction
  i18n: i18n
}

/**
 * Each change of the language creates a new object. Components that memoize texts depend on this object, so that
 * they compute the texts again.
 */
let words = wordsNow()

// This listener must run before the listeners of components, so that they get the new texts.
i18next.on('languageChanged', () => {
  words = wordsNow()
})

/** Translates outside of components. Components use `useTranslation`, which renders them again when the language changes. */
export const t = asTyped((key, options) => words.translate(key, options))

/** Translates a key of the activity texts. The type `ActivityTextKey` in `common` lists all of these keys. */
export function translateKey(key: ActivityTextKey, values?: Record<string, string>): string {
  return words.translate(key, values)
}

const WordsContext = createContext(words)

/**
 * Returns the translate functions of the current language. It replaces the hook of react-i18next, which calls twelve
 * hooks and adds two listeners. The component of a list row calls this hook a dozen times, and the original hook
 * took half of its render time.
 */
export function useTranslation(): Words {
  return useContext(WordsContext)
}

/** Wraps the app, and renders it again when the language changes. */
export function TranslationProvider({ children }: { children: ReactNode }) {
  return createElement(WordsContext, { value: useSyncExternalStore(subscribe, () => words) }, children)
}

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

/**
 * Creates the translate functions of the current language. Texts without variables are looked up only once.
 */
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

/** Accepts any string as key. The type of `t` checks the keys at its calls. */
const look: Translate = (key, options) => (i18next.t as unknown as Translate)(key, options)

function asTyped(translate: Translate): TFunction {
  return translate as unknown as TFunction
}

/** Returns the BCP 47 tag of the current language of the interface, for `Intl`. */
export function currentLanguageTag(): string {
  return i18next.language
}
