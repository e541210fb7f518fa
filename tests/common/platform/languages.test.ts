import { describe, expect, test } from 'vitest'
import { bestLanguage, languageTag, parseAcceptLanguage } from '#common/locales/languages.ts'
import { fillPluralForms } from '#common/locales/plural-forms.ts'

describe('the language of a new visitor', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['nl', 'fr-CA'], 'fr'],
    [['zh-HK'], 'zh-TW'],
    [['zh-Hant'], 'zh-TW'],
    [['zh-SG'], 'zh-CN'],
    [['zh'], 'zh-CN'],
    [['uk-UA'], 'ua'],
    [['pt-PT'], 'pt-BR'],
    [['vi'], 'vi-VN'],
    [['nl', 'fi'], 'en'],
    [[], 'en'],
  ])('%j is shown in %s', (preferred, language) => {
    expect(bestLanguage(preferred)).toBe(language)
  })

  test('follows the weights of the header', () => {
    expect(parseAcceptLanguage('en;q=0.4, ja, de;q=0.9, *;q=0.1, fr;q=0')).toEqual(['ja', 'de', 'en'])
    expect(parseAcceptLanguage('<script>, ;;q=x, "')).toEqual([])
  })

  test('a stored code that is unknown has the tag of English', () => {
    expect(languageTag('ua')).toBe('uk')
    expect(languageTag('xx')).toBe('en')
  })
})

test('a plural form that is left out has the text of the form for other numbers', () => {
  const texts = { a: { items_one: '1', items_few: '2', items_other: 'n' }, name: 'x' }
  expect(fillPluralForms(texts, 'cs')).toEqual({
    a: { items_one: '1', items_few: '2', items_many: 'n', items_other: 'n' },
    name: 'x',
  })
  expect(fillPluralForms(texts, 'en')).toEqual(texts)
})
