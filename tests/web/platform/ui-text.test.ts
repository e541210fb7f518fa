import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { english as en } from '#common/locales/english.ts'
import { languageCodes, languages } from '#common/locales/languages.ts'
import { loadTranslations as textsOfLanguage } from '../../../scripts/locales.mjs'

const web = fileURLToPath(new URL('../../../web/', import.meta.url))

interface Tree {
  [key: string]: string | Tree
}

const texts = new Map(entriesOf(en))

const sources = sourceFiles().map((file) => readFileSync(file, 'utf8'))

/** The texts of buttons, by key. */
const buttons = textsOf(
  sources.flatMap((source) => [...childKeys(source, 'Button'), ...dialogButtonKeys(source)]),
)

/** The texts of buttons and menu items, by key. */
const labels = new Map([...buttons, ...textsOf(sources.flatMap((source) => childKeys(source, 'MenuItem')))])

/** Words that users of the interface did not understand. Write a plain sentence instead. */
const forbidden =
  /\b(whoever|whatever|anew|by itself|by themselves|one['’]s|is told|are told|hears? of|nobody but|for good|but for|meanwhile)\b/i

/** The interface says "email" and uses typographic apostrophes. */
const misspelled = /\be-mails?\b|\w'\w/i

/** Words with capital letters that are allowed within a label: names, formats and keys. */
const names =
  /^(API|CSV|JSON|PDF|HTML|URL|URLs|XLSX|ZIP|SMTP|QR|CSS|TeX|Markdown|Mermaid|Enter|Ctrl|GitHub|GitLab|Google|Gitea|Tandem|Notion|Linear|Jira|Slack|SAML|OIDC|ID|I’ve|I)$/

describe('the English texts', () => {
  test('contain no words that readers do not understand', () => {
    expect(faulty(texts, (text) => forbidden.test(text))).toEqual([])
  })

  test('spell email and apostrophes in one way', () => {
    expect(faulty(texts, (text) => misspelled.test(text))).toEqual([])
  })

  test('have a text for one and for several in every plural', () => {
    const single = [...texts.keys()].filter((key) => {
      const [, name, form] = /^(.*)_(one|other)$/.exec(key) ?? []
      return name !== undefined && !texts.has(`${name}_${form === 'one' ? 'other' : 'one'}`)
    })
    expect(single).toEqual([])
  })
})

describe('the labels of buttons and menu items', () => {
  test('are found in the components', () => {
    expect(labels.size).toBeGreaterThan(300)
  })

  test('end without a period', () => {
    expect(faulty(labels, (text) => text.endsWith('.'))).toEqual([])
  })

  test('have at most 30 characters, in menus 40', () => {
    expect(faulty(buttons, (text) => withoutValues(text).length > 30)).toEqual([])
    expect(faulty(labels, (text) => withoutValues(text).length > 40)).toEqual([])
  })

  test('are in sentence case', () => {
    const isWrong = (text: string) => {
      // "GitHub App" is the name of a product that GitHub writes with a capital A.
      const [first = '', ...rest] = withoutValues(text)
        .replace('GitHub App', 'GitHub')
        .split(/[\s/…]+/)
        .filter((word) => /^\p{L}/u.test(word))
      const isSentence = text.startsWith('{{') || text.startsWith('“') || /^[\p{Lu}\d]/u.test(first)
      return !isSentence || rest.some((word) => /^\p{Lu}/u.test(word) && !names.test(word))
    }
    expect(faulty(labels, isWrong)).toEqual([])
  })
})

describe.each(languageCodes.filter((code) => code !== 'en'))('the labels in %s', (code) => {
  const translated = textsOfLanguage(languages[code].tag)

  test('are at most 1.4 times as long as the English labels', () => {
    const long = [...labels].flatMap(([key, english]) => {
      const text = withoutValues(translated.get(key) ?? '')
      return text.length > longestLabel(withoutValues(english)) ? [`${key}: ${text}`] : []
    })
    expect(long).toEqual([])
  })

  test('end without a period', () => {
    const ended = [...labels.keys()].filter((key) => /[.。]$/.test(translated.get(key) ?? ''))
    expect(ended).toEqual([])
  })
})

/**
 * Returns the maximum length of a translated label. It is at least 28 characters, because short English words such as
 * "Edit" often have no short translation, and terms such as "workspace" are two words in many languages.
 */
function longestLabel(english: string): number {
  return Math.max(28, Math.ceil(1.4 * english.length) + 4)
}

function faulty(from: ReadonlyMap<string, string>, isWrong: (text: string) => boolean): string[] {
  return [...from].filter(([, text]) => isWrong(text)).map(([key, text]) => `${key}: ${text}`)
}

function withoutValues(text: string): string {
  return text.replace(/\{\{.*?\}\}/g, '').trim()
}

function entriesOf(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : entriesOf(value, `${path}${key}.`),
  )
}

function sourceFiles(): string[] {
  return readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('gallery'))
    .map((name) => join(web, name))
}

function textsOf(keys: readonly string[]): Map<string, string> {
  const plurals = keys.flatMap((key) => [key, `${key}_one`, `${key}_other`])
  return new Map([...texts].filter(([key]) => plurals.includes(key)))
}

/**
 * Returns the keys of the texts in the children of a component. The keys in its properties are left out, because they
 * belong to other texts, for example to its tooltip.
 */
function childKeys(source: string, component: string): string[] {
  return [...source.matchAll(new RegExp(`<${component}(?=[\\s>])`, 'g'))].flatMap(({ 0: tag, index }) => {
    const start = endOfOpeningTag(source, index + tag.length)
    return source[start - 2] === '/'
      ? []
      : keysIn(source.slice(start, source.indexOf(`</${component}>`, start)))
  })
}

/** Returns the keys of texts in the properties that name the button of a dialog. */
function dialogButtonKeys(source: string): string[] {
  return [...source.matchAll(/\b(?:submit|confirm|done)=\{(t\([^{}]*\))/g)].flatMap(([, call = '']) =>
    keysIn(call),
  )
}

function keysIn(source: string): string[] {
  return [...source.matchAll(/'([\w.-]+)'/g)].map(([, key = '']) => key)
}

/**
 * Returns the index after the `>` that ends an opening tag, whose properties can contain a `>` within braces.
 */
function endOfOpeningTag(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1
    else if (source[at] === '}') depth -= 1
    else if (source[at] === '>' && depth === 0) return at + 1
  }
  return source.length
}
