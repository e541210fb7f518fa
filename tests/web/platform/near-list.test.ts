import { expect, test } from 'vitest'
import { createStretches } from '#web/platform/ui/NearList.tsx'

const keyOf = (key: string) => key
const from = (first: number, to: number) => Array.from({ length: to - first }, (_, at) => `${first + at}`)

/** Entry → the stretch it is in. */
function placesIn(stretches: { name: number; entries: string[] }[]) {
  return new Map(stretches.flatMap(({ name, entries }) => entries.map((entry) => [entry, name])))
}

test('what comes before, after and between moves no entry to another stretch', () => {
  const divide = createStretches()
  const before = placesIn(divide(from(100, 150), keyOf))
  const all = [...from(50, 120), 'between', ...from(120, 180)]
  const stretches = divide(all, keyOf)
  expect(stretches.flatMap(({ entries }) => entries)).toEqual(all)
  const after = placesIn(stretches)
  for (const [entry, name] of before) expect(after.get(entry)).toBe(name)
})

test('turned round, each is there once and no two stretches have one name', () => {
  const divide = createStretches()
  divide(from(0, 90), keyOf)
  const turned = from(0, 90).reverse()
  const shuffled = turned.filter((_, at) => at % 2 === 0).concat(turned.filter((_, at) => at % 2 === 1))
  for (const order of [turned, shuffled]) {
    const stretches = divide(order, keyOf)
    expect(stretches.flatMap(({ entries }) => entries)).toEqual(order)
    expect(new Set(stretches.map(({ name }) => name)).size).toBe(stretches.length)
  }
})

test('none grows without end', () => {
  const divide = createStretches()
  expect(Math.max(...divide(from(0, 5000), keyOf).map(({ entries }) => entries.length))).toBe(20)
})
