import { describe, expect, test } from 'vitest'
import { languageCodes, languages } from '#common/locales/languages.ts'
import { faultsOf, neededKeys, textsOf, unusedKeys } from '../../../scripts/locales.mjs'
import { messagesInSources } from '../../../scripts/messages.mjs'

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
    expect(faultsOf('ru', english, russian)).toEqual([])
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
    expect(faultsOf('ru', english, texts)).toContain(`ru: ${fault}`)
  })

  test('demands the plural forms of the language', () => {
    expect([...neededKeys('ja', english).keys()]).toEqual(['list.title', 'list.count_other', 'list.hint'])
    expect(neededKeys('pl', english).has('list.count_many')).toBe(true)
    expect(neededKeys('fr', english).has('list.count_many')).toBe(false)
  })
})

test('finds keys that no source uses', () => {
  const keys = ['list.title', 'list.states.open', 'list.count_one', 'list.old']
  const sources = ["t('list.title')", 't(`list.states.$' + '{state}`)', "t('list.count', { count })"].join(
    '; ',
  )
  expect(unusedKeys(keys, sources)).toEqual(['list.old'])
})

test('the English texts are found', () => {
  expect(textsOf('en').size).toBeGreaterThan(4000)
})

test('messages are found as literals, in templates and in conditions', () => {
  const messages = messagesInSources()
  expect(messages).toContain('Issue not found')
  expect(messages).toContain('You can have at most {{draftsLimit}} drafts.')
  expect(messages.some((message) => /^[A-Z_]+$/.test(message))).toBe(false)
})

test('every language has a folder with its texts', () => {
  for (const code of languageCodes) expect(textsOf(languages[code].tag).size, code).toBeGreaterThan(4000)
})
