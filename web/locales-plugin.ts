import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { fillPluralForms } from '../common/locales/plural-forms.ts'

const folder = fileURLToPath(new URL('../common/locales/', import.meta.url))

/** Only the server uses these files. */
const serverFiles = new Set(['server.json', 'sample.json'])

const listId = 'virtual:locales'
const prefix = 'virtual:locales/'

/**
 * Serves `virtual:locales`: a function per language tag that loads all texts of the language. The client loads one file
 * for each language, so switching the language takes one request. English is part of the client and has no such file.
 */
export function localesPlugin(): Plugin {
  return {
    name: 'tandem:locales',
    resolveId: (id) => (id === listId || id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${listId}`) {
        const lines = translatedTags().map(
          (tag) => `${JSON.stringify(tag)}: () => import(${JSON.stringify(prefix + tag)})`,
        )
        return `export const locales = { ${lines.join(', ')} }`
      }
      if (!id.startsWith(`\0${prefix}`)) return
      const tag = id.slice(prefix.length + 1)
      for (const file of filesOf(tag)) this.addWatchFile(file)
      const texts = Object.assign({}, ...filesOf(tag).map((file) => JSON.parse(readFileSync(file, 'utf8'))))
      // Browsers parse JSON faster than an object literal.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(fillPluralForms(texts, tag)))})`
    },
  }
}

function translatedTags(): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'en')
    .map(({ name }) => name)
}

function filesOf(tag: string): string[] {
  return readdirSync(folder + tag)
    .filter((name) => name.endsWith('.json') && !serverFiles.has(name))
    .map((name) => `${folder}${tag}/${name}`)
}
