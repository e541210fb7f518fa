export interface LocaleTexts {
  [key: string]: string | LocaleTexts
}

/**
 * Adds the plural forms that a locale file leaves out, as copies of the form `_other`. For example, French
 * uses `_many` only for round millions, and Czech uses `_many` only for fractions. Without the copy, i18next
 * would show such a number in English.
 */
export function fillPluralForms(texts: LocaleTexts, tag: string): LocaleTexts {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  const fill = (node: LocaleTexts): LocaleTexts =>
    Object.fromEntries(
      Object.entries(node).flatMap(([key, value]): [string, string | LocaleTexts][] => {
        if (typeof value !== 'string') return [[key, fill(value)]]
        const base = /^(.*)_other$/.exec(key)?.[1]
        if (base === undefined) return [[key, value]]
        const missing = forms.filter((form) => form !== 'other' && !Object.hasOwn(node, `${base}_${form}`))
        return [[key, value], ...missing.map((form): [string, string] => [`${base}_${form}`, value])]
      }),
    )
  return fill(texts)
}
