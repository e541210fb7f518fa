import { type Language, languages } from '#common/locales/languages.ts'
import { compareNames } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { currentLanguage, translatedLanguages } from '../../locales/language.ts'
import { Select } from '../ui/Select.tsx'

interface LanguageSelectProps {
  onChange: (language: Language) => void
  size?: 'sm' | 'lg'
  /** The accessible name. Required if the select is not inside a `Field`, which would label it. */
  label?: string
}

/**
 * Offers the languages of the interface. Each language is named in the language itself, so that all users can
 * find their language.
 */
export function LanguageSelect({ onChange, size = 'lg', label }: LanguageSelectProps) {
  // The hook renders the select again when the language changes in another tab.
  useTranslation()
  return (
    <Select
      size={size}
      {...(label !== undefined && { label })}
      value={currentLanguage()}
      onChange={onChange}
      options={languageOptions()}
    />
  )
}

export function languageOptions() {
  return translatedLanguages
    .map((value) => ({ value, label: languages[value].name }))
    .toSorted((a, b) => compareNames(a.label, b.label))
}
