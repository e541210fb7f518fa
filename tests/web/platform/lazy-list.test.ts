import { expect, test } from 'vitest'
import { createStableGroups } from '#web/platform/ui/LazyList.tsx'

const keyOf = (key: string) => key
const from = (first: number, to: number) => Array.from({ length: to - first }, (_, at) => `${first + at}`)

/** Maps each entry to the name of its group. */
function placesIn(groups: { name: number; entries: string[] }[]) {
  return new Map(groups.flatMap(({ name, entries }) => entries.map((entry) => [entry, name])))
}

test('inserting entries moves no other entry to another group', () => {
  const divide = createStableGroups()
  const before = placesIn(divide(from(100, 150), keyOf))
  const all = [...from(50, 120), 'between', ...from(120, 180)]
  const groups = divide(all, keyOf)
  expect(groups.flatMap(({ entries }) => entries)).toEqual(all)
  const after = placesIn(groups)
  for (const [entry, name] of before) expect(after.get(entry)).toBe(name)
})

test('reversing a list keeps each entry once and group names unique', () => {
  const divide = createStableGroups()
  divide(from(0, 90), keyOf)
  const turned = from(0, 90).reverse()
  const shuffled = turned.filter((_, at) => at % 2 === 0).concat(turned.filter((_, at) => at % 2 === 1))
  for (const order of [turned, shuffled]) {
    const groups = divide(order, keyOf)
    expect(groups.flatMap(({ entries }) => entries)).toEqual(order)
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length)
  }
})

test('groups do not grow without limit', () => {
  const divide = createStableGroups()
  expect(Math.max(...divide(from(0, 5000), keyOf).map(({ entries }) => entries.length))).toBe(20)
})
