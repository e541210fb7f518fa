import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languageTag } from '#common/locales/languages.ts'

/** Returns the translation of an English text of the sample project. */
export type SampleTranslator = (english: string) => string

/**
 * Returns a function that translates the English texts of the sample project. The keys of `sample.json` are
 * the English texts, because the sample project finds its modules and epics by the English titles of the
 * items. A text without a translation stays English.
 */
export function createSampleTranslator(language: string): SampleTranslator {
  const path = fileURLToPath(
    new URL(`../../../common/locales/${languageTag(language)}/sample.json`, import.meta.url),
  )
  if (!existsSync(path)) return (english) => english
  const { sample }: { sample: Record<string, string> } = JSON.parse(readFileSync(path, 'utf8'))
  return (english) => sample[english] ?? english
}
