import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computePositionInsertion,
  firstPosition,
  maxPosition,
  minPositionDistance,
  positionBetween,
  positionStep,
  respaceNearbyPositions,
} from '#common/platform/positions.ts'

const position = fc.double({ min: -1e9, max: 1e9, noNaN: true })

describe('a position', () => {
  test('lies between its neighbors unless they are too close', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        const [before, after] = a < b ? [a, b] : [b, a]
        fc.pre(after - before >= minPositionDistance)
        const between = positionBetween(before, after)
        expect(between).toBeGreaterThan(before)
        expect(between).toBeLessThan(after)
      }),
    )
  })

  test('a row at an end is one step further', () => {
    fc.assert(
      fc.property(position, (neighbor) => {
        expect(positionBetween(neighbor, null)).toBe(neighbor + positionStep)
        expect(positionBetween(null, neighbor)).toBe(neighbor - positionStep)
      }),
    )
    expect(positionBetween(null, null)).toBe(firstPosition)
  })

  test('stays within the bounds of what may be sent', () => {
    const any = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))
    fc.assert(
      fc.property(any, any, (before, after) => {
        expect(Math.abs(positionBetween(before, after))).toBeLessThanOrEqual(maxPosition)
      }),
    )
  })

  test('can be halved thirty times before rows are spaced anew', () => {
    let after = firstPosition + positionStep
    let moves = 0
    while (after - firstPosition >= minPositionDistance) {
      after = positionBetween(firstPosition, after)
      moves++
    }
    expect(moves).toBeGreaterThan(30)
    expect(after).toBeGreaterThan(firstPosition)
  })
})

describe('a row put among others', () => {
  test('the row is where it was dropped, and the others keep their order', () => {
    const places = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(places, fc.nat(), (unsorted, seed) => {
        const others = unsorted.toSorted((a, b) => a - b)
        const at = seed % (others.length + 1)
        const { position, moved } = computePositionInsertion(others, at)
        const after = others.map((place, index) => moved.get(index) ?? place)
        for (const [index, place] of after.entries()) {
          if (index < at) expect(place).toBeLessThan(position)
          else expect(place).toBeGreaterThan(position)
        }
        expect(after).toEqual(after.toSorted((a, b) => a - b))
      }),
    )
  })

  test('moves nothing else where there is room', () => {
    const others = [0, 10, 20]
    for (const at of others.keys()) expect(computePositionInsertion(others, at).moved.size).toBe(0)
  })
})

/**
 * Two users move rows of one list, each on a copy that may be outdated. The server handles one move after the other,
 * and increases the distance between positions that are too close. A move by a user with a current copy must end
 * exactly where the user dropped the row.
 */
describe.each([
  'favourites',
  'modules',
  'draft cycles',
  'home parts',
  'sidebar sections',
  'quick links',
  'pages',
  'labels',
  'states',
  'templates',
  'work items',
])('1,000 random moves of %s by two people', (list) => {
  const seed = Number(process.env['ORDER_SEED'] ?? Date.now() % 1_000_000)

  test(`keep their order and room (ORDER_SEED=${seed})`, () => {
    const random = randomOf(seed + list.length * 7919)
    const below = (count: number) => Math.floor(random() * count)
    // For work items, the server reads only the neighbors of the moved item.
    const isPart = list === 'work items'
    const [count, gap] = isPart ? [400, 1e-5] : [12, 10]
    let rows = Array.from({ length: count }, (_, id): Row => ({ id, position: id * gap }))
    const copies = [rows, rows]
    // Chooses a row and its new position. Most moves target the same gap between two rows, which halves the
    // gap each time.
    const chosen = (gapAt: number | null, seen: readonly Row[] = rows) =>
      gapAt === null ? ([below(count), below(count)] as const) : ([seen.at(-1)?.id ?? 0, gapAt] as const)
    for (let step = 0; step < 1000; step++) {
      const who = below(2)
      if (random() < 0.8) copies[who] = rows
      const seen = copies[who] as Row[]
      const isUpToDate = seen === rows
      const [id, at] = chosen(random() < 0.7 ? 3 : null, seen)
      const others = seen.filter((row) => row.id !== id)
      rows = putAt(rows, { id, others, at, isPart })
      const ids = rows.map((row) => row.id)
      const meant = isUpToDate ? others.map((row) => row.id).toSpliced(at, 0, id) : ids
      expect(ids).toEqual(meant)
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, each) => each))
      expect(new Set(rows.map((row) => row.position)).size).toBe(count)
    }
  })
})

interface Row {
  id: number
  position: number
}

interface Put {
  id: number
  others: readonly Row[]
  at: number
  isPart: boolean
}

/** Returns the user's list after the move: the row `id` is at index `at` among the other rows (`others`). */
function putAt(list: readonly Row[], { id, others, at, isPart }: Put): Row[] {
  const { position, moved } = computePositionInsertion(
    others.map((row) => row.position),
    at,
  )
  const making = [...moved].map(([index, to]) => [others[index]?.id ?? -1, to] as const)
  return [...making, [id, position] as const].reduce<Row[]>(
    (rows, [one, to]) => served(rows, one, to, isPart),
    [...list],
  )
}

/**
 * Returns the list after the server has stored a position and increased the distances between positions that
 * are too close. Works like `respaceRows` and `respaceNeighborItems`.
 */
function served(rows: readonly Row[], id: number, position: number, isPart: boolean): Row[] {
  const written = rows
    .map((row) => (row.id === id ? { id, position } : row))
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
  const at = written.findIndex((row) => row.id === id)
  for (let reach = isPart ? 20 : written.length; ; reach *= 8) {
    const first = Math.max(0, at - reach)
    const part = written.slice(first, at + reach + 1)
    const moved = respaceNearbyPositions(
      part.map((row) => row.position),
      at - first,
      { before: first > 0, after: first + part.length < written.length },
    )
    if (moved === null) continue
    return written.map((row, index) => ({ ...row, position: moved.get(index - first) ?? row.position }))
  }
}

/** Returns a seeded random generator for numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
