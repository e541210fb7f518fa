import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closestPositions,
  farthestPosition,
  firstPosition,
  insertAt,
  positionBetween,
  positionStep,
} from '#common/positions.ts'

const position = fc.double({ min: -1e9, max: 1e9, noNaN: true })

describe('a position', () => {
  test('lies between its neighbours unless they are too close', () => {
    fc.assert(
      fc.property(position, position, (a, b) => {
        const [before, after] = a < b ? [a, b] : [b, a]
        fc.pre(after - before >= closestPositions)
        const between = positionBetween(before, after)
        expect(between).toBeGreaterThan(before)
        expect(between).toBeLessThan(after)
      }),
    )
  })

  test('at an end stands one step beyond', () => {
    fc.assert(
      fc.property(position, (neighbour) => {
        expect(positionBetween(neighbour, null)).toBe(neighbour + positionStep)
        expect(positionBetween(null, neighbour)).toBe(neighbour - positionStep)
      }),
    )
    expect(positionBetween(null, null)).toBe(firstPosition)
  })

  test('stays within the bounds of what may be sent', () => {
    const any = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))
    fc.assert(
      fc.property(any, any, (before, after) => {
        expect(Math.abs(positionBetween(before, after))).toBeLessThanOrEqual(farthestPosition)
      }),
    )
  })

  test('can be halved thirty times before rows are spaced anew', () => {
    let after = firstPosition + positionStep
    let moves = 0
    while (after - firstPosition >= closestPositions) {
      after = positionBetween(firstPosition, after)
      moves++
    }
    expect(moves).toBeGreaterThan(30)
    expect(after).toBeGreaterThan(firstPosition)
  })
})

describe('a row put among others', () => {
  test('stands where it was put, and the others keep their order', () => {
    const places = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 12 })
    fc.assert(
      fc.property(places, fc.nat(), (unsorted, seed) => {
        const others = unsorted.toSorted((a, b) => a - b)
        const at = seed % (others.length + 1)
        const { position, moved } = insertAt(others, at)
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
    for (const at of others.keys()) expect(insertAt(others, at).moved.size).toBe(0)
  })
})
