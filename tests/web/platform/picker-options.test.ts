import { expect, test } from 'vitest'
import {
  exactOptions,
  groupPickerOptions,
  matchingOptions,
  withNumberKeys,
} from '#web/platform/ui/picker-options.ts'

const options = [
  { value: '1', label: 'Backlog', group: 'Open' },
  { value: '2', label: 'In progress', group: 'Open', keywords: ['doing'] },
  { value: '3', label: 'Zoë Progin', hint: 'zoe@example.com' },
  { value: '4', label: 'Done', group: 'Closed' },
]
const found = (query: string) => matchingOptions(options, query).map((option) => option.value)

test('an empty search shows every option in order', () => {
  expect(found('  ')).toEqual(['1', '2', '3', '4'])
})

test('a name that starts with it comes first', () => {
  expect(found('pro')).toEqual(['2', '3'])
  expect(found('in')).toEqual(['2', '3'])
  expect(found('d')).toEqual(['4', '2'])
})

test('words that begin with it come before words that contain it', () => {
  const signs = ['Cargo', 'C#', 'Scala', 'Mac c'].map((label) => ({ value: label, label }))
  const named = (query: string) => matchingOptions(signs, query).map(({ value }) => value)
  expect(named('c')).toEqual(['Cargo', 'C#', 'Mac c', 'Scala'])
  expect(named('c#')).toEqual(['C#'])
})

test('accents, case, hints and keywords all count', () => {
  expect(found('ZOE')).toEqual(['3'])
  expect(found('doing')).toEqual(['2'])
  expect(found('example')).toEqual(['3'])
  expect(found('progin zoë')).toEqual(['3'])
})

test('text without a match finds nothing', () => {
  expect(found('xyz')).toEqual([])
  expect(found('bag')).toEqual([])
})

test('a typing mistake or omitted letters still find a name', () => {
  const named = (query: string) =>
    matchingOptions(
      ['Settings', 'Sessions', 'ATL-1234'].map((label) => ({ value: label, label })),
      query,
    ).map(({ value }) => value)
  expect(named('setings')).toEqual(['Settings'])
  expect(named('settigns')).toEqual(['Settings'])
  expect(named('stngs')).toEqual(['Settings'])
  expect(named('set')).toEqual(['Settings'])
  expect(named('tings')).toEqual(['Settings'])
  expect(named('atl-1235')).toEqual([])
  expect(found('bklg')).toEqual(['1'])
})

test('a mistaken match never comes before an exact match', () => {
  const names = ['Labels', 'Lables of goods'].map((label) => ({ value: label, label }))
  expect(matchingOptions(names, 'lables').map(({ value }) => value)).toEqual(['Lables of goods'])
})

test('texts suggest only exact matches', () => {
  expect(exactOptions(options, 'bklg')).toEqual([])
})

test('groups keep the order of their first option', () => {
  expect(groupPickerOptions(options).map((group) => [group.name, group.options.length])).toEqual([
    ['Open', 2],
    ['', 1],
    ['Closed', 1],
  ])
})

test('a long list is cut', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ value: `${index}`, label: `Item ${index}` }))
  expect(matchingOptions(many, '')).toHaveLength(200)
  expect(matchingOptions(many, '4999').map((option) => option.value)).toEqual(['4999'])
})

test('the first nine that can be chosen have numbers, none has 0', () => {
  const many = Array.from({ length: 11 }, (_, at) => ({ value: `${at}`, label: `${at}`, disabled: at === 2 }))
  const numbers = withNumberKeys([{ value: 'none', label: 'None' }, ...many], 'none').map(
    ({ number }) => number,
  )
  expect(numbers).toEqual([0, 1, 2, undefined, 3, 4, 5, 6, 7, 8, 9, undefined])
})
