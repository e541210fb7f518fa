import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closestPositions,
  farthestPosition,
  firstPosition,
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
