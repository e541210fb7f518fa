import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import {
  compareNames,
  firstDayOfWeek,
  formatNumber,
  formatPercent,
  joinPersonNames,
  listNames,
  nameInSentence,
} from '#web/locales/formats.ts'
import { translateServerMessage } from '#web/locales/translate-server-message.ts'
import '#web/locales/i18n.ts'

i18next.addResourceBundle('de', 'translation', {
  messages: {
    'Issue not found': 'Vorgang nicht gefunden',
    'This event is for the repository {{name}}, not for the connected repository.':
      'Dieses Ereignis gehört zum Repository {{name}} und nicht zum verbundenen Repository.',
    'You can have at most {{limit}} drafts.': 'Du kannst höchstens {{limit}} Entwürfe haben.',
    '{{key}} must be a whole number from {{min}} to {{max}}.': 'Ganze Zahl von {{min}} bis {{max}}: {{key}}.',
  },
})

afterEach(() => i18next.changeLanguage('en'))

test('messages of the server are English for English readers', () => {
  expect(translateServerMessage('Issue not found')).toBe('Issue not found')
})

test('messages of the server are translated with their values', async () => {
  await i18next.changeLanguage('de')
  expect(translateServerMessage('Issue not found')).toBe('Vorgang nicht gefunden')
  expect(
    translateServerMessage('This event is for the repository acme/web, not for the connected repository.'),
  ).toBe('Dieses Ereignis gehört zum Repository acme/web und nicht zum verbundenen Repository.')
  expect(translateServerMessage('You can have at most 50 drafts.')).toBe(
    'Du kannst höchstens 50 Entwürfe haben.',
  )
  expect(translateServerMessage('EMAIL_PORT must be a whole number from 1 to 65535.')).toBe(
    'Ganze Zahl von 1 bis 65535: EMAIL_PORT.',
  )
  expect(translateServerMessage('Something new.')).toBe('Something new.')
})

test('names, numbers and lists follow the language', async () => {
  const names = ['Zoe', 'Österreich', 'Sprint 10', 'Sprint 9']
  expect(names.toSorted(compareNames)).toEqual(['Österreich', 'Sprint 9', 'Sprint 10', 'Zoe'])
  await i18next.changeLanguage('sv')
  expect(names.toSorted(compareNames)).toEqual(['Sprint 9', 'Sprint 10', 'Zoe', 'Österreich'])
  await i18next.changeLanguage('de')
  expect(formatNumber(1234.5)).toBe('1.234,5')
  expect(formatPercent(42)).toBe('42\u00a0%')
  expect(nameInSentence('Priorität')).toBe('Priorität')
  expect(listNames(['a', 'b', 'c'])).toBe('a, b, c')
  await i18next.changeLanguage('zh-CN')
  expect(listNames(['a', 'b', 'c'])).toBe('a、b、c')
  await i18next.changeLanguage('en')
  expect(nameInSentence('Due date')).toBe('due date')
  expect(formatPercent(29)).toBe('29%')
})

test.each([
  ['en-US', 0],
  ['ja-JP', 0],
  ['de-DE', 1],
  ['tr', 1],
  ['ar-EG', 6],
])('a week begins in %s on day %i', (tag, day) => {
  expect(firstDayOfWeek(tag)).toBe(day)
})

test.each([
  ['de', 'Ann', 'Lee', 'Ann Lee'],
  ['ja', '太郎', '山田', '山田 太郎'],
  ['zh-CN', '小明', '王', '王小明'],
  ['ko', '민수', '김', '김민수'],
  ['zh-TW', 'Ann', 'Lee', 'Lee Ann'],
  ['ja', '太郎', '', '太郎'],
])('names of people follow the order of %s', async (language, first, last, name) => {
  await i18next.changeLanguage(language)
  expect(joinPersonNames(first, last)).toBe(name)
})
