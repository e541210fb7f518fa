import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { colorOf, deriveLook, firstOwnColors, ownColorsOf } from '#common/identity/users/own-colors.ts'
import { contrast, mix } from '#common/platform/contrast.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
const colors = fc.record({ background: color, text: color, primary: color })

/** An opaque or thin colour as it looks on a ground. */
function over(ground: string, layer: string): string {
  return mix(ground, layer.slice(0, 7), layer.length > 7 ? Number.parseInt(layer.slice(7), 16) / 255 : 1)
}

describe('own colours', () => {
  test('are read on every surface, whatever was chosen', () => {
    fc.assert(
      fc.property(colors, (chosen) => {
        const { tokens } = deriveLook(chosen)
        const of = (name: string) => tokens[`--${name}`] ?? ''
        const pairs = ['canvas', 'sheet', 'raised', 'sunken'].flatMap((surface) =>
          ['text', 'text-soft', 'text-faint', 'accent-text', 'danger', 'ok', 'warn'].flatMap((words) => [
            [of(words), of(surface)] as const,
            ...['hover', 'active', 'accent-soft'].map(
              (layer) => [of(words), over(of(surface), of(layer))] as const,
            ),
          ]),
        )
        for (const name of ['danger', 'ok', 'warn']) {
          pairs.push([of(name), over(of('sheet'), of(`${name}-soft`))])
        }
        for (const name of ['accent', 'danger']) {
          pairs.push([of(`on-${name}`), of(name)], [of(`on-${name}`), of(`${name}-hover`)])
        }
        const notes = Object.keys(tokens).filter((name) => name.startsWith('--sticky-'))
        for (const note of notes) pairs.push([of('text'), tokens[note] ?? ''])
        for (const [words, ground] of pairs) expect(contrast(words, ground)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 300 },
    )
  })

  test('are shown as they were chosen where they are read well', () => {
    const { base, tokens } = deriveLook(firstOwnColors)
    expect(base).toBe('light')
    expect(tokens).toMatchObject({
      '--sheet': firstOwnColors.background,
      '--text': firstOwnColors.text,
      '--accent': firstOwnColors.primary,
    })
    expect(deriveLook({ background: '#101820', text: '#ffffff', primary: '#ffcc00' }).base).toBe('dark')
  })

  test('contrast is counted as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#123456', '#123456')).toBe(1)
  })

  test('are read from a profile, a client’s without a text colour too', () => {
    expect(ownColorsOf({ background: '#FFF7F7', primary: '#ff5151' })).toEqual({
      background: '#fff7f7',
      primary: '#ff5151',
      text: '#000000',
    })
    expect(ownColorsOf({ theme: 'dark' })).toBeNull()
    expect([colorOf('abc'), colorOf('#12345'), colorOf(7)]).toEqual(['#aabbcc', null, null])
  })
})
