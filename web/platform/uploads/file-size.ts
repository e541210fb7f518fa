import { currentLanguageTag } from '../../locales/i18n.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size like `1.2 MB` in the user's language. A kilobyte has 1024 bytes, as in the upload limits. */
export function formatFileSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  const format = new Intl.NumberFormat(currentLanguageTag(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  })
  return format.format(value)
}
