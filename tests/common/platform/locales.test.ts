import { describe, expect, test } from 'vitest'
import { languageCodes, languages } from '#common/locales/languages.ts'
import {
  englishMessages,
  findTranslationFaults,
  findUnusedTranslationKeys,
  listRequiredTranslationKeys,
  loadTranslations,
} from '../../../scripts/locales.mjs'
import {
  creators,
  findErrorMessagesInSources,
  messagesWithWords,
  untracedMessages,
} from '../../../scripts/messages.mjs'
import { readSource, readSources } from '../../../scripts/sources.mjs'

const english = new Map([
  ['list.title', 'Work items'],
  ['list.count_one', '{{count}} item'],
  ['list.count_other', '{{count}} items'],
  ['list.hint', 'Select the <0>items</0> that you want to move.'],
])

const russian = new Map([
  ['list.title', 'Задачи'],
  ['list.count_one', '{{count}} задача'],
  ['list.count_few', '{{count}} задачи'],
  ['list.count_many', '{{count}} задач'],
  ['list.count_other', '{{count}} задачи'],
  ['list.hint', 'Выберите <0>задачи</0>.'],
])

describe('the check of a language', () => {
  test('accepts a complete language', () => {
    expect(findTranslationFaults('ru', english, russian)).toEqual([])
  })

  test.each([
    ['list.title', undefined, 'list.title is missing.'],
    ['list.count_few', undefined, 'list.count_few is missing.'],
    ['list.extra', 'Ещё', 'list.extra does not exist in English.'],
    ['list.title', ' ', 'list.title is empty.'],
    ['list.hint', 'Выберите задачи.', 'list.hint has other placeholders or tags: Выберите задачи.'],
    ['list.title', 'Задачи "А"', 'list.title has straight quotes: Задачи "А"'],
    [
      'list.hint',
      'Select the <0>items</0> that you want to move.',
      'list.hint is still English: Select the <0>items</0> that you want to move.',
    ],
  ])('finds a fault in %s with the text %s', (key, text, fault) => {
    const texts = new Map(russian)
    if (text === undefined) texts.delete(key)
    else texts.set(key, text)
    expect(findTranslationFaults('ru', english, texts)).toContain(`ru: ${fault}`)
  })

  test('demands the plural forms of the language', () => {
    expect([...listRequiredTranslationKeys('ja', english).keys()]).toEqual([
      'list.title',
      'list.count_other',
      'list.hint',
    ])
    expect(listRequiredTranslationKeys('pl', english).has('list.count_many')).toBe(true)
    expect(listRequiredTranslationKeys('fr', english).has('list.count_many')).toBe(false)
  })
})

test('finds keys that no source uses', () => {
  const keys = ['list.title', 'list.states.open', 'list.count_one', 'list.old']
  const sources = ["t('list.title')", 't(`list.states.$' + '{state}`)', "t('list.count', { count })"].join(
    '; ',
  )
  expect(findUnusedTranslationKeys(keys, sources)).toEqual(['list.old'])
})

test('the English texts are found', () => {
  expect(loadTranslations('en').size).toBeGreaterThan(4000)
})

describe('the messages of the API', () => {
  const sources = readSources()

  test('are found in the sources', () => {
    const messages = findErrorMessagesInSources(sources)
    expect(messages).toContain('Issue not found')
    expect(messages).toContain('You can have at most {{draftsLimit}} drafts.')
    expect(messages).toContain('Enter at most {{limit}} characters.')
    expect(messages.some((message) => /^[A-Z_]+$/.test(message))).toBe(false)
  })

  test('are all sentences in the sources', () => {
    expect(untracedMessages(sources)).toEqual([])
  })

  test('come from functions and classes that exist', () => {
    const text = [...sources.values()].map((source) => source.text).join('\n')
    const missing = Object.keys(creators).filter(
      (name) => !new RegExp(`(class|function) ${name}\\b`).test(text),
    )
    expect(missing).toEqual([])
  })

  test('preserve an English text that is clearer than the message', () => {
    const present = { 'Role too high': 'Your own role is lower.', 'No longer sent': 'No longer sent' }
    expect(englishMessages(['Role too high', 'New message'], present)).toEqual({
      'Role too high': 'Your own role is lower.',
      'New message': 'New message',
    })
  })

  test('insert only numbers and names', () => {
    expect(messagesWithWords(findErrorMessagesInSources(sources))).toEqual([])
    expect(messagesWithWords(['{{kind}} not found', 'You have {{count}} drafts.'])).toEqual([
      '{{kind}} not found',
    ])
  })

  test.each([
    ['a literal', "throw notFound('It is missing.')"],
    ['a variable', "const message = 'It is missing.'; throw new AppError('invalid', message)"],
    [
      'a condition',
      "throw forbidden(open ? 'It is missing.' : cause === null ? 'It is missing.' : 'It is missing.')",
    ],
    ['a table', "const problems = { a: 'It is missing.' }; throw invalid('name', problems[problem])"],
    [
      'a table of a type',
      "type = { messages: { notFound: 'It is missing.' } }; throw notFound(type.messages.notFound)",
    ],
    ['a function', "const problem = () => { return 'It is missing.' }; throw notFound(problem())"],
    ['a parameter', "function refuse(text) { throw notFound(text) } refuse('It is missing.')"],
    [
      'an awaited value',
      "async function find() { return 'It is missing.' } const found = await find(); throw notFound(found)",
    ],
    ['a text with a small letter', "throw forbidden('it is missing')", 'it is missing'],
    ['a check of a field', "import { z } from 'zod'; z.string().min(1, 'It is missing.')"],
  ])('are found in %s', (_, text, message = 'It is missing.') => {
    const made = new Map([['api/made.ts', readSource('api/made.ts', text)]])
    expect(findErrorMessagesInSources(made)).toEqual([message])
    expect(untracedMessages(made)).toEqual([])
  })

  test('are found in another file', () => {
    const made = new Map([
      ['common/rules.ts', readSource('common/rules.ts', "export const gone = 'It is missing.'")],
      [
        'api/made.ts',
        readSource('api/made.ts', "import { gone } from '#common/rules.ts'; throw notFound(gone)"),
      ],
    ])
    expect(findErrorMessagesInSources(made)).toEqual(['It is missing.'])
  })

  test.each([
    ['a composed text', "throw notFound(words.join(' '))", "words.join(' ')"],
    ['words that are joined', "throw notFound(word + ' is missing.')", "word + ' is missing.'"],
    ['an unknown name', 'throw notFound(elsewhere)', 'elsewhere'],
    ['a part of a condition', "throw notFound(open ? 'It is missing.' : texts.get(key))", 'texts.get(key)'],
  ])('cannot be found in %s', (_, text, lost) => {
    const made = new Map([['api/made.ts', readSource('api/made.ts', text)]])
    expect(untracedMessages(made)).toEqual([`api/made.ts: ${lost}`])
  })
})

test('every language has a folder with its texts', () => {
  for (const code of languageCodes)
    expect(loadTranslations(languages[code].tag).size, code).toBeGreaterThan(4000)
})
