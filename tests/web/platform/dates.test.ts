import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '#common/locales/languages.ts'
import { type DateInputWords, parseDate } from '#web/platform/ui/parse-date.ts'
import { addDays, fromDate, toDate } from '#web/platform/ui/plain-date.ts'

/** Returns the words for dates from the locale file of a language, such as "tomorrow". */
function wordsOf(tag: string) {
  const text = readFileSync(`common/locales/${tag}/platform.json`, 'utf8')
  return (JSON.parse(text) as { ui: { date: DateInputWords & { nextWeek: string } } }).ui.date
}

const words = {
  ...{ today: 'Today', tomorrow: 'Tomorrow', later: 'in from now' },
  ...{ days: 'd day days', weeks: 'w week weeks', months: 'm month months' },
  ...{ next: 'next', endOfMonth: 'end of month, end of the month, eom' },
  ...{ endOfWeek: 'end of week, eow', dayAfterTomorrow: 'day after tomorrow' },
}
// This day is a Friday.
const english = { today: '2026-11-20', language: 'en-US', words }
const british = { ...english, language: 'en-GB' }
const german = {
  today: '2026-11-20',
  language: 'de',
  words: { ...words, today: 'Heute', tomorrow: 'Morgen' },
}
const russian = {
  ...{ today: '2026-11-20', language: 'ru' },
  words: { ...words, days: 'д день дня дней', later: 'через' },
}
const french = {
  ...{ today: '2026-11-20', language: 'fr' },
  words: { ...words, today: 'Aujourd’hui' },
}
const portuguese = { today: '2026-11-20', language: 'pt-BR', words }
const japanese = { today: '2026-11-20', language: 'ja', words: { ...words, days: '日', later: '後' } }
const korean = { today: '2026-11-20', language: 'ko', words: { ...words, days: '일', later: '후' } }
const spanish = {
  ...{ today: '2026-11-20', language: 'es' },
  words: { ...words, days: 'd día días', later: 'en dentro de' },
}
const vietnamese = { today: '2026-11-20', language: 'vi-VN', words }
const turkish = { today: '2026-11-20', language: 'tr', words }
const chinese = {
  ...{ today: '2026-11-20', language: 'zh-CN' },
  words: { ...words, days: '天', weeks: '周', months: '个月', later: '后 以后' },
}

describe('a typed date', () => {
  test.each([
    ['today', '2026-11-20'],
    ['Tomorrow', '2026-11-21'],
    ['30 nov', '2026-11-30'],
    ['Nov 30', '2026-11-30'],
    ['nov 30 2027', '2027-11-30'],
    ['1 january', '2027-01-01'],
    ['12/24', '2026-12-24'],
    ['12/24/28', '2028-12-24'],
    ['2026-2-28', '2026-02-28'],
    ['fri', '2026-11-27'],
    ['mon', '2026-11-23'],
    ['in 3 days', '2026-11-23'],
    ['+3', '2026-11-23'],
    ['2w', '2026-12-04'],
    ['in 1 month', '2026-12-20'],
    ['25', '2026-11-25'],
    ['3', '2026-12-03'],
    ['Nov 19', '2026-11-19'],
    ['11/19', '2026-11-19'],
    ['Sep 21', '2026-09-21'],
    ['Sep 20', '2027-09-20'],
    ['next week', '2026-11-23'],
    ['next friday', '2026-11-27'],
    ['Next Mon', '2026-11-23'],
    ['next month', '2026-12-01'],
    ['end of month', '2026-11-30'],
    ['EOM', '2026-11-30'],
    ['yesterday', '2026-11-19'],
    ['3 days ago', '2026-11-17'],
    ['2 weeks ago', '2026-11-06'],
    ['last week', '2026-11-09'],
    ['Nov 3 2026', '2026-11-03'],
    ['2026-01-05', '2026-01-05'],
    ['15.12.', '2026-12-15'],
    ['15.12.2027', '2027-12-15'],
    ['5.12.', '2027-05-12'],
    ['2027/03/02', '2027-03-02'],
    ['day after tomorrow', '2026-11-22'],
    ['end of week', '2026-11-20'],
    ['2 weeks from now', '2026-12-04'],
  ])('%s is understood as the date meant', (typed, meant) => {
    expect(parseDate(typed, english)).toBe(meant)
  })

  test.each(['', 'soon', '31 feb', '2026-02-30', '13/45', '0', '1 2 3 4'])(
    '“%s” is no date and stays so',
    (typed) => {
      expect(parseDate(typed, english)).toBeUndefined()
    },
  )

  test('the end of the week is Friday, and Sunday on weekends', () => {
    expect(parseDate('end of week', { ...english, today: '2026-11-16' })).toBe('2026-11-20')
    expect(parseDate('end of week', { ...english, today: '2026-11-21' })).toBe('2026-11-22')
  })

  test('a date of last December is in the past year', () => {
    expect(parseDate('Dec 30', { ...english, today: '2027-01-02' })).toBe('2026-12-30')
  })

  test('day and month follow the language of the reader', () => {
    expect(parseDate('3/12', english)).toBe('2027-03-12')
    expect(parseDate('3/12', british)).toBe('2026-12-03')
    expect(parseDate('5.12.', german)).toBe('2026-12-05')
    expect(parseDate('5.12.2027', german)).toBe('2027-12-05')
    expect(parseDate('12/15', german)).toBe('2026-12-15')
    expect(parseDate('24. Dez', german)).toBe('2026-12-24')
    expect(parseDate('morgen', german)).toBe('2026-11-21')
    expect(parseDate('Übermorgen', german)).toBe('2026-11-22')
    expect(parseDate('mittwoch', german)).toBe('2026-11-25')
  })

  test.each([
    ['30 ноября', russian, '2026-11-30'],
    ['30 ноя', russian, '2026-11-30'],
    ['через 3 дня', russian, '2026-11-23'],
    ['3 aout', french, '2027-08-03'],
    ["aujourd'hui", french, '2026-11-20'],
    ['30日', japanese, '2026-11-30'],
    ['30日後', japanese, '2026-12-20'],
    ['11월 30일', korean, '2026-11-30'],
    ['2027년 3월 2일', korean, '2027-03-02'],
    ['3일 후', korean, '2026-11-23'],
    ['30 de nov. de 2027', portuguese, '2027-11-30'],
    ['dentro de 3 días', spanish, '2026-11-23'],
    ['30 tháng 11', vietnamese, '2026-11-30'],
    ['cuma', turkish, '2026-11-27'],
    ['11月30日', chinese, '2026-11-30'],
    ['2027年3月2日', chinese, '2027-03-02'],
    ['3天后', chinese, '2026-11-23'],
    ['2周', chinese, '2026-12-04'],
    ['周三', chinese, '2026-11-25'],
    ['星期三', chinese, '2026-11-25'],
  ])('%s is understood in its language', (typed, reader, meant) => {
    expect(parseDate(typed, reader)).toBe(meant)
  })

  test.each(Object.values(languages).map(({ tag }) => tag))(
    '%s has words for the next week and its days, and for the end of a week and month',
    (tag) => {
      const reader = { today: '2026-11-18', language: tag, words: wordsOf(tag) }
      const week = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(1, 'week')
      const friday = new Intl.DateTimeFormat(tag, { weekday: 'long' }).format(new Date(2026, 10, 20))
      expect(parseDate(week, reader)).toBe('2026-11-23')
      expect(parseDate(wordsOf(tag).nextWeek, reader)).toBe('2026-11-23')
      for (const phrase of reader.words.next.split(',').map((one) => one.trim())) {
        const typed = [`${phrase} ${friday}`, `${friday} ${phrase}`, `${phrase}${friday}`]
        expect(typed.map((text) => parseDate(text, reader))).toEqual(typed.map(() => '2026-11-27'))
      }
      for (const phrase of reader.words.endOfMonth.split(','))
        expect(parseDate(phrase, reader)).toBe('2026-11-30')
      for (const phrase of reader.words.endOfWeek.split(','))
        expect(parseDate(phrase, reader)).toBe('2026-11-20')
      for (const phrase of reader.words.dayAfterTomorrow.split(','))
        expect(parseDate(phrase, reader)).toBe('2026-11-20')
    },
  )

  test.each([
    ['de', 'nächsten Freitag', '2026-11-27'],
    ['de', 'vor 3 Tagen', '2026-11-15'],
    ['de', 'gestern', '2026-11-17'],
    ['fr', 'vendredi prochain', '2026-11-27'],
    ['fr', 'semaine prochaine', '2026-11-23'],
    ['ru', 'в следующую пятницу', '2026-11-27'],
    ['ru', 'следующая неделя', '2026-11-23'],
    ['id', 'jumat minggu depan', '2026-11-27'],
    ['vi-VN', 'thứ sáu', '2026-11-20'],
    ['vi-VN', 'thứ sáu tuần sau', '2026-11-27'],
    ['ja', '来週の金曜日', '2026-11-27'],
    ['zh-CN', '下周五', '2026-11-27'],
    ['ko', '다음 주 금요일', '2026-11-27'],
  ])('%s understands %s', (tag, typed, meant) => {
    expect(parseDate(typed, { today: '2026-11-18', language: tag, words: wordsOf(tag) })).toBe(meant)
  })

  test('a month later never leaves that month', () => {
    expect(parseDate('in 1 month', { ...english, today: '2027-01-31' })).toBe('2027-02-28')
  })

  test('every date in numbers is read back', () => {
    const date = fc
      .date({ min: new Date(1990, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true })
      .map(fromDate)
    fc.assert(fc.property(date, (plain) => parseDate(plain, english) === plain))
  })

  test('nothing that is typed makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const date = parseDate(typed, english)
        return date === undefined || fromDate(toDate(date)) === date
      }),
    )
  })
})

test('days are added across a change of clocks', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(addDays('2027-03-27', 2)).toBe('2027-03-29')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})
