import { expect, test } from 'vitest'
import { timeOfDayAt } from '#web/personal/home/day-time.ts'

test.each([
  ['en', 'morning 0-11, afternoon 12-17, evening 18-23'],
  ['de', 'morning 0-11, afternoon 12-17, evening 18-23'],
  ['id', 'morning 0-10, midday 11-14, afternoon 15-17, evening 18-23'],
  ['es', 'morning 0-11, afternoon 12-19, evening 20-23'],
])('the day in %s has %s', (language, expected) => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const times = Map.groupBy(hours, (hour) => timeOfDayAt(hour, language))
  expect([...times].map(([name, of]) => `${name} ${of[0]}-${of.at(-1)}`).join(', ')).toBe(expected)
})
