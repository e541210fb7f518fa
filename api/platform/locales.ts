import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import i18next from 'i18next'
import { languageTag } from '#common/locales/languages.ts'
import { createMessageTranslator } from '#common/locales/message-translator.ts'
import { fillPluralForms, type LocaleTexts } from '#common/locales/plural-forms.ts'

const folder = fileURLToPath(new URL('../../common/locales/', import.meta.url))

/** The files whose texts the server sends: emails, and the sentences and names of activity records. */
const files = ['server.json', 'work.json', 'platform.json', 'planning.json']

const texts = i18next.createInstance()
void texts.init({
  fallbackLng: 'en',
  initAsync: false,
  resources: { en: { translation: readTexts('en') } },
  interpolation: { escapeValue: false },
})

export interface Translator {
  /** BCP 47 tag of the language, for `Intl`. */
  tag: string
  /** Returns the text of a key such as `mails.code.subject`. A text that the language lacks is English. */
  t(key: string, values?: Record<string, string | number>): string
}

const translators = new Map<string, Translator>()

/**
 * Returns the translator for a language code from the database. The texts of a language are read from its
 * files once, at the first use.
 */
export function getTranslator(language: string): Translator {
  const tag = languageTag(language)
  const known = translators.get(tag)
  if (known !== undefined) return known
  if (tag !== 'en') texts.addResourceBundle(tag, 'translation', readTexts(tag))
  const translate = texts.getFixedT(tag) as unknown as Translator['t']
  const translator = { tag, t: (key: string, values = {}) => translate(key, values) }
  translators.set(tag, translator)
  return translator
}

const messageTranslators = new Map<string, (message: string) => string>()

/**
 * Translates an error message for an email or for a page that the server renders. The client translates all other
 * messages.
 */
export function translateMessage(language: string, message: string): string {
  const tag = languageTag(language)
  const translate = messageTranslators.get(tag) ?? createMessageTranslator(readMessages(tag))
  messageTranslators.set(tag, translate)
  return translate(message)
}

function readMessages(tag: string): Record<string, string> {
  const file = JSON.parse(readFileSync(`${folder}${tag}/messages.json`, 'utf8')) as {
    messages: Record<string, string>
  }
  return file.messages
}

function readTexts(tag: string): LocaleTexts {
  const parts = readdirSync(folder).includes(tag)
    ? readdirSync(folder + tag).filter((name) => files.includes(name))
    : []
  const all = parts.map((name) => JSON.parse(readFileSync(`${folder}${tag}/${name}`, 'utf8')) as LocaleTexts)
  return fillPluralForms(Object.assign({}, ...all) as LocaleTexts, tag)
}
