import i18next from 'i18next'
// This module initializes i18next.
import './i18n.ts'

/**
 * Translates an error message of the server. The API answers in English, because programs compare its messages, and the
 * locale files contain the translations by the English message. A message without a translation stays English.
 */
export function translateServerMessage(message: string): string {
  const known = catalogue()
  const exact = known.texts[message]
  if (exact !== undefined) return exact
  for (const { pattern, names, text } of known.templates) {
    const values = pattern.exec(message)
    if (values === null) continue
    return names.reduce((filled, name, at) => filled.replaceAll(`{{${name}}}`, values[at + 1] ?? ''), text)
  }
  return message
}

interface Catalogue {
  texts: Record<string, string>
  templates: { pattern: RegExp; names: string[]; text: string }[]
}

const catalogues = new Map<string, Catalogue>()

function catalogue(): Catalogue {
  const { language } = i18next
  const known = catalogues.get(language) ?? readCatalogue(language)
  catalogues.set(language, known)
  return known
}

function readCatalogue(language: string): Catalogue {
  const bundle: { messages?: Record<string, string> } =
    i18next.getResourceBundle(language, 'translation') ?? {}
  const texts = bundle.messages ?? {}
  const templates = Object.entries(texts).filter(([message]) => message.includes('{{'))
  return {
    texts,
    // Longer templates contain more fixed words, so they are tried first.
    templates: templates
      .toSorted(([one], [other]) => other.length - one.length)
      .map(([message, text]) => ({ ...patternOf(message), text })),
  }
}

function patternOf(message: string): { pattern: RegExp; names: string[] } {
  const parts = message.split(/\{\{(\w+)\}\}/)
  const fixed = parts.map((part, at) => (at % 2 === 0 ? RegExp.escape(part) : '(.+?)'))
  return { pattern: new RegExp(`^${fixed.join('')}$`, 's'), names: parts.filter((_, at) => at % 2 === 1) }
}
