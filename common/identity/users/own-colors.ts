import { contrast, mix, plainOn, readable } from '../../platform/contrast.ts'

/** What a person chooses; every other colour of the screen comes of these. `primary` is the accent, as the profile calls it. */
export interface OwnColors {
  background: string
  text: string
  primary: string
}

export const ownColorNames = ['background', 'text', 'primary'] as const

/** Below this, words are hard to read for many (WCAG 1.4.3). */
export const leastContrast = 4.5

/** Where choosing begins. */
export const firstOwnColors: OwnColors = { background: '#fbf6ee', text: '#33291f', primary: '#8f4a1f' }

/** `#rrggbb` in small letters; null for what is no colour. */
export function colorOf(typed: unknown): string | null {
  if (typeof typed !== 'string') return null
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? []
  if (digits === undefined) return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`.toLowerCase()
}

/** The own colours in a profile's theme, null where there are none. A client of the reference product keeps no colour for text. */
export function ownColorsOf(theme: Record<string, unknown>): OwnColors | null {
  const [background, primary] = [colorOf(theme['background']), colorOf(theme['primary'])]
  if (background === null || primary === null) return null
  return { background, primary, text: colorOf(theme['text']) ?? plainOn(background) }
}

/** The look that comes of own colours: the theme it begins with, and the tokens that differ from it. */
interface OwnLook {
  base: 'light' | 'dark'
  tokens: Record<string, string>
}

/** Shares of what lies over a surface, as `#rrggbbaa` can say them. */
const thin = { hover: 13 / 255, active: 22 / 255, soft: 26 / 255 }

const meanings = {
  light: { danger: '#c8232c', ok: '#17724a', warn: '#8a5a00' },
  dark: { danger: '#f47b76', ok: '#4cc38a', warn: '#e5b454' },
}

/** Icons and rings; 3:1 is enough for what is no text. */
const signs = {
  'state-backlog': '#8b8d98',
  'state-unstarted': '#80838d',
  'state-started': '#d08a1d',
  'state-completed': '#30a46c',
  'state-cancelled': '#868a94',
  'state-triage': '#9a6fd0',
  'priority-urgent': '#e5484d',
  'priority-high': '#e5702a',
  'priority-medium': '#c9930c',
  'priority-low': '#7289a5',
}

const notes = {
  'sticky-gray': '#8b8d98',
  'sticky-peach': '#f2a071',
  'sticky-pink': '#ee7f9b',
  'sticky-orange': '#e5b030',
  'sticky-green': '#5bb97d',
  'sticky-light-blue': '#4fb3d0',
  'sticky-dark-blue': '#6b83e0',
  'sticky-purple': '#a77fdc',
}

/**
 * Every token of colour from three colours. What carries text reaches 4.5:1 whatever was chosen: a colour that does not is moved
 * towards black or white, as little as it needs, so that nobody can make the screen unreadable, the way back included.
 */
export function deriveLook({ background, text, primary }: OwnColors): OwnLook {
  const end = plainOn(background)
  const base = end === '#ffffff' ? 'dark' : 'light'
  const surfaces = surfacesOf(background, end)
  const { canvas, sheet, raised, sunken } = surfaces
  const plain = [canvas, sheet, raised, sunken]
  const tint = tintOf(background, end)
  const soft = (color: string) => softOf(color, plain, end)
  const accentSoft = soft(primary)
  const noteColors = Object.entries(notes).map(([name, hue]) => [name, noteOf(hue, background, end)] as const)
  const under = [
    ...plain.flatMap((ground) => [
      ground,
      mix(ground, tint, thin.hover),
      mix(ground, tint, thin.active),
      mix(ground, accentSoft, thin.soft),
    ]),
    ...noteColors.map(([, color]) => color),
  ]
  const words = (color: string, more: readonly string[] = []) =>
    readable(color, [...under, ...more], leastContrast, end)
  const shape = (color: string) => readable(color, under, 3, end)
  const shownText = words(text)
  const tokens: Record<string, string> = {
    canvas,
    sheet,
    raised,
    sunken,
    field: sheet,
    hover: alpha(tint, thin.hover),
    active: alpha(tint, thin.active),
    line: alpha(shownText, 0.12),
    'line-strong': alpha(shownText, 0.2),
    'line-control': alpha(shownText, 0.6),
    text: shownText,
    'text-soft': words(mix(shownText, background, 0.2)),
    'text-faint': words(mix(shownText, background, 0.32)),
    'icon-faint': shape(mix(shownText, background, 0.4)),
    ...filled('accent', shape(primary)),
    'accent-text': words(primary),
    'accent-soft': alpha(accentSoft, thin.soft),
    focus: shape(primary),
    ...Object.fromEntries(Object.entries(signs).map(([name, color]) => [name, shape(color)])),
    ...Object.fromEntries(noteColors),
  }
  for (const [name, color] of Object.entries(meanings[base])) {
    const ground = soft(color)
    const shown = words(
      color,
      plain.map((one) => mix(one, ground, thin.soft)),
    )
    Object.assign(tokens, name === 'danger' ? filled(name, shown) : { [name]: shown })
    tokens[`${name}-soft`] = alpha(ground, thin.soft)
  }
  return {
    base,
    tokens: Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value])),
  }
}

/** A colour of the middle has hardly any room: what lies on it moves away from the text, elsewhere towards it. */
function tintOf(background: string, end: string): string {
  return contrast(end, background) >= 7 ? end : opposite(end)
}

function surfacesOf(background: string, end: string) {
  const away = opposite(end)
  const [lower, higher] =
    end === '#ffffff' ? [away, tintOf(background, end)] : [tintOf(background, end), away]
  return {
    sheet: background,
    canvas: mix(background, lower, 0.03),
    sunken: mix(background, lower, 0.025),
    raised: mix(background, higher, 0.03),
  }
}

/** What lies thinly over a surface in a colour; in its opposite, where words could not be read on it. */
function softOf(color: string, surfaces: readonly string[], end: string): string {
  const fits = surfaces.every(
    (surface) => contrast(end, mix(surface, color, thin.soft)) >= leastContrast + 0.2,
  )
  return fits ? color : opposite(end)
}

function noteOf(hue: string, background: string, end: string): string {
  const color = mix(background, hue, 0.14)
  return contrast(end, color) >= leastContrast + 0.2 ? color : mix(background, opposite(end), 0.06)
}

/** A button in this colour, the same under the pointer, and what is written on both. */
function filled(name: 'accent' | 'danger', color: string): Record<string, string> {
  const on = plainOn(color)
  return { [name]: color, [`${name}-hover`]: mix(color, opposite(on), 0.12), [`on-${name}`]: on }
}

function opposite(end: string): string {
  return end === '#ffffff' ? '#000000' : '#ffffff'
}

function alpha(color: string, share: number): string {
  return `${color}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`
}
