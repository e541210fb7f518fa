import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findErrorMessagesInSources, messagesWithWords, untracedMessages } from './messages.mjs'
import { projectFolder, runAsCommand } from './project.mjs'
import { readSources } from './sources.mjs'

/**
 * The texts of a language by key, such as `cycles.title`.
 * @typedef {Map<string, string>} Texts
 */

const folder = join(projectFolder, 'common/locales')

/**
 * This file contains a hash of each English text, computed when all languages had a translation of the text.
 */
const hashesFile = join(folder, 'translated.json')

const plural = /^(.*)_(one|two|few|many|other)$/

/**
 * Languages and plural categories without translations, because the client uses the form `_other` for them
 * (`plural-forms.ts`).
 */
const unneeded = new Set(['fr many', 'es many', 'it many', 'pt-BR many', 'cs many', 'sk many'])

/**
 * Compares the texts of a language with the English texts.
 * @param {string} tag BCP 47 tag of the language
 * @param {Texts} english
 * @param {Texts} translated
 * @returns {string[]} a sentence for each fault
 */
export function findTranslationFaults(tag, english, translated) {
  const wanted = listRequiredTranslationKeys(tag, english)
  const missing = [...wanted.keys()].filter((key) => !translated.has(key))
  const unknown = [...translated.keys()].filter((key) => !wanted.has(key))
  const wrong = [...translated].flatMap(([key, text]) => {
    const original = wanted.get(key)
    return original === undefined ? [] : faultsOfText(key, original, text)
  })
  return [
    ...missing.map((key) => `${key} is missing.`),
    ...unknown.map((key) => `${key} does not exist in English.`),
    ...wrong,
  ].map((fault) => `${tag}: ${fault}`)
}

/**
 * Returns the keys that a language needs, each with its English text: English keys with the plural forms of the language.
 * @param {string} tag
 * @param {Texts} english
 * @returns {Texts}
 */
export function listRequiredTranslationKeys(tag, english) {
  const forms = new Intl.PluralRules(tag)
    .resolvedOptions()
    .pluralCategories.filter((form) => !unneeded.has(`${tag} ${form}`))
  return new Map(
    [...english].flatMap(([key, text]) => {
      const [, base, form] = plural.exec(key) ?? []
      if (base === undefined || !english.has(`${base}_one`) || !english.has(`${base}_other`))
        return [/** @type {[string, string]} */ ([key, text])]
      if (form !== 'other')
        return forms.includes('one') ? [/** @type {[string, string]} */ ([key, text])] : []
      return forms
        .filter((each) => each !== 'one')
        .map((each) => /** @type {[string, string]} */ ([`${base}_${each}`, text]))
    }),
  )
}

/**
 * @param {string} key
 * @param {string} english
 * @param {string} text
 * @returns {string[]}
 */
function faultsOfText(key, english, text) {
  const faults = []
  if (text.trim() === '') faults.push(`${key} is empty.`)
  if (text !== text.trim() && english === english.trim()) faults.push(`${key} starts or ends with a space.`)
  if (marksOf(english, key) !== marksOf(text, key))
    faults.push(`${key} has other placeholders or tags: ${text}`)
  if (/["']/.test(text) && !/["']/.test(english)) faults.push(`${key} has straight quotes: ${text}`)
  if (text === english && isSentence(english)) faults.push(`${key} is still English: ${text}`)
  return faults
}

/**
 * Returns the placeholders and tags of a text. The number may be left out of a plural form, or added to it: English says
 * "one item", and Russian uses the form of one for 21 as well.
 * @param {string} text
 * @param {string} key
 */
function marksOf(text, key) {
  const marks = text.match(/\{\{[^}]*\}\}|<\/?\w+\/?>/g) ?? []
  return marks
    .filter((mark) => !(plural.test(key) && mark.startsWith('{{count')))
    .sort()
    .join(' ')
}

/** @param {string} text */
function isSentence(text) {
  return (text.replace(/\{\{[^}]*\}\}|\S+@\S+/g, '').match(/\b[a-z]{2,}\b/g) ?? []).length >= 3
}

/**
 * @param {string} tag
 * @returns {Texts}
 */
export function loadTranslations(tag) {
  const files = globSync('*.json', { cwd: join(folder, tag) }).sort()
  return new Map(files.flatMap((file) => flat(JSON.parse(readFileSync(join(folder, tag, file), 'utf8')))))
}

/**
 * @param {Record<string, unknown>} node
 * @param {string} [above]
 * @returns {[string, string][]}
 */
function flat(node, above = '') {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [/** @type {[string, string]} */ ([above + name, value])]
      : flat(/** @type {Record<string, unknown>} */ (value), `${above}${name}.`),
  )
}

/**
 * Returns the keys that no source file names. A key counts as named if it occurs whole, or if it fits a template such as
 * `cycles.status.${status}`.
 * @param {Iterable<string>} keys
 * @param {string} sources the text of all source files
 */
export function findUnusedTranslationKeys(keys, sources) {
  const literals = new Set(sources.match(/(?<=['"`])[\w.-]+(?=['"`])/g) ?? [])
  const templates = new Set(sources.match(/(?<=`)[\w.-]*(?:\$\{[^`]*?\}[\w.-]*)+(?=`)/g) ?? [])
  const patterns = [...templates]
    .map((template) => template.split(/\$\{[^`]*?\}/))
    .filter(([start = '', ...rest]) => start.includes('.') || rest.some((part) => part.includes('.')))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w.-]+')}$`))
  return [...keys].filter((key) => {
    const name = plural.exec(key)?.[1] ?? key
    return !literals.has(name) && !patterns.some((pattern) => pattern.test(name))
  })
}

/**
 * Returns the English text of each message. Programs compare some messages word by word, so the server sends the wording
 * of the reference API, and the English file contains a clearer text for users. This function preserves such texts.
 * @param {string[]} messages
 * @param {Record<string, string>} present the content of the English file
 * @returns {Record<string, string>}
 */
export function englishMessages(messages, present) {
  return Object.fromEntries(messages.map((message) => [message, present[message] ?? message]))
}

/**
 * Returns the English texts that changed since all languages were translated, by comparing hashes.
 * @param {Texts} english
 * @returns {string[]} their keys
 */
function changedKeys(english) {
  const known = existsSync(hashesFile) ? JSON.parse(readFileSync(hashesFile, 'utf8')) : {}
  const now = hashes(english)
  return Object.keys({ ...known, ...now }).filter((key) => known[key] !== now[key])
}

/**
 * @param {Texts} english
 * @returns {Record<string, string>}
 */
function hashes(english) {
  return Object.fromEntries(
    [...english].map(([key, text]) => [key, createHash('sha256').update(text).digest('hex').slice(0, 8)]),
  )
}

/** Finds the error messages in the source code and writes them into the English file. */
function writeMessages() {
  const file = join(folder, 'en/messages.json')
  const { messages: present } = JSON.parse(readFileSync(file, 'utf8'))
  const messages = englishMessages(findErrorMessagesInSources(), present)
  writeFileSync(file, `${JSON.stringify({ messages }, null, 2)}\n`)
}

/**
 * Compares the error messages in the source code with the English file. Returns one sentence for each message that is
 * missing from the file, that no source contains any more, or that translators could not translate.
 * @returns {string[]}
 */
function messageFaults() {
  const { messages } = JSON.parse(readFileSync(join(folder, 'en/messages.json'), 'utf8'))
  const sources = readSources()
  const now = findErrorMessagesInSources(sources)
  return [
    ...now.filter((message) => !(message in messages)).map((message) => `en/messages.json lacks: ${message}`),
    ...Object.keys(messages)
      .filter((message) => !now.includes(message))
      .map((message) => `en/messages.json has a message that the server no longer sends: ${message}`),
    ...untracedMessages(sources).map(
      (place) => `The message of an error is not a sentence in the sources: ${place}`,
    ),
    ...messagesWithWords(now).map(
      (message) => `A message inserts a word. Write a whole sentence for each case: ${message}`,
    ),
  ]
}

function sourceText() {
  const paths = globSync(['web/**/*.{ts,tsx}', 'api/**/*.ts', 'common/**/*.ts'], { cwd: projectFolder })
  return paths.map((path) => readFileSync(join(projectFolder, path), 'utf8')).join('\n')
}

function tags() {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'en')
    .map(({ name }) => name)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const usage =
    'node scripts/locales.mjs [--messages | --translated]   compares all languages with the English texts'
  await runAsCommand(usage, async () => {
    if (process.argv.includes('--messages')) writeMessages()
    const english = loadTranslations('en')
    if (process.argv.includes('--translated'))
      writeFileSync(hashesFile, `${JSON.stringify(hashes(english), null, 2)}\n`)
    const screen = [...english.keys()].filter((key) => !/^(messages|sample)\./.test(key))
    const faults = [
      ...messageFaults(),
      ...findUnusedTranslationKeys(screen, sourceText()).map((key) => `en: ${key} is not used.`),
      ...tags().flatMap((tag) => findTranslationFaults(tag, english, loadTranslations(tag))),
      ...changedKeys(english).map(
        (key) =>
          `${key} changed in English: correct all languages, then run "node scripts/locales.mjs --translated".`,
      ),
    ]
    for (const fault of faults) console.log(fault)
    if (faults.length > 0) console.log(`\n${faults.length} faults in the texts.`)
    return faults.length > 0 ? 1 : 0
  })
}
