import i18next from 'i18next'
import { createMessageTranslator } from '#common/locales/message-translator.ts'
// This module initializes i18next.
import './i18n.ts'

const translators = new Map<string, (message: string) => string>()

/**
 * Translates an error message of the server. The API always returns English messages, because API clients
 * compare them. The locale files map each English message to its translation. A message without a translation
 * stays English.
 */
export function translateServerMessage(message: string): string {
  const { language } = i18next
  const translate = translators.get(language) ?? createMessageTranslator(messagesIn(language))
  translators.set(language, translate)
  return translate(message)
}

function messagesIn(language: string): Record<string, string> {
  const bundle: { messages?: Record<string, string> } =
    i18next.getResourceBundle(language, 'translation') ?? {}
  return bundle.messages ?? {}
}
