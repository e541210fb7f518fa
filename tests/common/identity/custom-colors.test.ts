import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  customColorsOfTheme,
  deriveCustomTheme,
  deriveSidebarColors,
  initialCustomColors,
  parseHexColor,
} from '#common/identity/users/custom-colors.ts'
import { contrastRatio, mixColors } from '#common/platform/contrast.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
const colors = fc.record({ background: color, text: color, primary: color })

/** Returns the visible color of an opaque or translucent layer on a background. */
function over(ground: string, layer: string): string {
  return mixColors(
    ground,
    layer.slice(0, 7),
    layer.length > 7 ? Number.parseInt(layer.slice(7), 16) / 255 : 1,
  )
}

describe('custom colors', () => {
  test('are readable on every surface, whatever was chosen', () => {
    fc.assert(
      fc.property(colors, (chosen) => {
        const { tokens } = deriveCustomTheme(chosen)
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
        for (const [words, ground] of pairs) expect(contrastRatio(words, ground)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 300 },
    )
  })

  test('of the sidebar are readable, whatever was chosen', () => {
    fc.assert(
      fc.property(colors, color, color, (chosen, sidebarBackground, sidebarText) => {
        const tokens = deriveSidebarColors({ ...chosen, sidebarBackground, sidebarText }) ?? {}
        for (const words of ['text', 'text-soft', 'text-faint'])
          expect(contrastRatio(tokens[`--${words}`] ?? '', tokens['--canvas'] ?? '')).toBeGreaterThanOrEqual(
            4.5,
          )
      }),
    )
  })

  test('of the sidebar are those of the screen unless one is chosen', () => {
    const { background, primary } = initialCustomColors
    expect(deriveSidebarColors(initialCustomColors)).toBeNull()
    expect(deriveSidebarColors({ ...initialCustomColors, sidebarText: '#000000' })?.['--canvas']).toBe(
      background,
    )
    const dark = deriveSidebarColors({ ...initialCustomColors, sidebarBackground: '#101820' })
    expect(dark).toMatchObject({ '--canvas': '#101820', '--text': '#ffffff' })
    expect(primary).not.toBe('')
  })

  test('come from the palette of another client', () => {
    expect(customColorsOfTheme({ palette: '#101820,#ffffff,#ffcc00,#000000,#eeeeee' })).toEqual({
      background: '#101820',
      text: '#ffffff',
      primary: '#ffcc00',
      sidebarBackground: '#000000',
      sidebarText: '#eeeeee',
    })
    const plain = { background: '#777777', primary: '#ffcc00', text: '' }
    expect(customColorsOfTheme({ ...plain, darkPalette: true })?.text).toBe('#ffffff')
    expect(customColorsOfTheme({ ...plain, darkPalette: false })?.text).toBe('#000000')
  })

  test('are unchanged when they are readable', () => {
    const { base, tokens } = deriveCustomTheme(initialCustomColors)
    expect(base).toBe('light')
    expect(tokens).toMatchObject({
      '--sheet': initialCustomColors.background,
      '--text': initialCustomColors.text,
      '--accent': initialCustomColors.primary,
    })
    expect(deriveCustomTheme({ background: '#101820', text: '#ffffff', primary: '#ffcc00' }).base).toBe(
      'dark',
    )
  })

  test('contrast is computed as in WCAG', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastRatio('#123456', '#123456')).toBe(1)
  })

  test('are read from a profile, also without a text color', () => {
    expect(customColorsOfTheme({ background: '#FFF7F7', primary: '#ff5151' })).toEqual({
      background: '#fff7f7',
      primary: '#ff5151',
      text: '#000000',
    })
    expect(customColorsOfTheme({ theme: 'dark' })).toBeNull()
    expect([parseHexColor('abc'), parseHexColor('#12345'), parseHexColor(7)]).toEqual(['#aabbcc', null, null])
  })
})
