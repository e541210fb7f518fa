/**
 * The languages of the interface. The key is the code that the API stores for an account. `tag` is the BCP 47
 * language tag, which browsers and `Intl` understand, and the name of the language's folder. `name` is the
 * name of the language in that language.
 */
export const languages = {
  en: { tag: 'en', name: 'English' },
  fr: { tag: 'fr', name: 'Français' },
  es: { tag: 'es', name: 'Español' },
  ja: { tag: 'ja', name: '日本語' },
  'zh-CN': { tag: 'zh-CN', name: '简体中文' },
  'zh-TW': { tag: 'zh-TW', name: '繁體中文' },
  ru: { tag: 'ru', name: 'Русский' },
  it: { tag: 'it', name: 'Italiano' },
  cs: { tag: 'cs', name: 'Čeština' },
  sk: { tag: 'sk', name: 'Slovenčina' },
  de: { tag: 'de', name: 'Deutsch' },
  // The API code is the country code of Ukraine. The tag of the language is "uk".
  ua: { tag: 'uk', name: 'Українська' },
  pl: { tag: 'pl', name: 'Polski' },
  ko: { tag: 'ko', name: '한국어' },
  'pt-BR': { tag: 'pt-BR', name: 'Português (Brasil)' },
  id: { tag: 'id', name: 'Bahasa Indonesia' },
  ro: { tag: 'ro', name: 'Română' },
  'vi-VN': { tag: 'vi-VN', name: 'Tiếng Việt' },
  'tr-TR': { tag: 'tr-TR', name: 'Türkçe' },
} as const

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as [Language, ...Language[]]

export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code)
}

/** Returns the tag of a stored language. A code that is no longer supported gives English. */
export function languageTag(code: string): string {
  return isLanguage(code) ? languages[code].tag : 'en'
}

/**
 * Returns the language that fits a user's preferred languages best. `preferred` contains BCP 47 tags in the
 * order of preference, like `navigator.languages`. Without a match, the result is English.
 */
export function bestLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = languageFor(tag.toLowerCase())
    if (found !== undefined) return found
  }
  return 'en'
}

function languageFor(tag: string): Language | undefined {
  // Hong Kong, Macau and Taiwan use traditional characters, and all other regions use simplified characters.
  if (/^zh\b/.test(tag)) return /-(hant|hk|mo|tw)\b/.test(tag) ? 'zh-TW' : 'zh-CN'
  const [base] = tag.split('-')
  return languageCodes.find((code) => languages[code].tag.toLowerCase().split('-')[0] === base)
}

/** Returns the language tags of an `Accept-Language` header, in the order of their weights. */
export function parseAcceptLanguage(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.trim().split(/\s*;\s*q=/)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
