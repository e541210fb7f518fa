import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import i18next from 'i18next'
import { languageTag } from '#common/locales/languages.ts'
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

/** Returns the texts of a stored language. A language is read from its files once, at its first use. */
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

function readTexts(tag: string): LocaleTexts {
  const parts = readdirSync(folder).includes(tag)
    ? readdirSync(folder + tag).filter((name) => files.includes(name))
    : []
  const all = parts.map((name) => JSON.parse(readFileSync(`${folder}${tag}/${name}`, 'utf8')) as LocaleTexts)
  return fillPluralForms(Object.assign({}, ...all) as LocaleTexts, tag)
}
