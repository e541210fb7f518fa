import {
  adjustColorForContrast,
  blackOrWhiteTextColor,
  contrastRatio,
  mixColors,
} from '../../platform/contrast.ts'

/**
 * Colors that a user chooses. All other colors of the screen are derived from these. `primary` is the accent
 * color.
 */
export interface CustomColors {
  background: string
  text: string
  primary: string
  /**
   * Background color of the sidebar. Without `sidebarBackground` and `sidebarText`, the sidebar has the same
   * colors as the rest of the screen.
   */
  sidebarBackground?: string
  sidebarText?: string
}

/**
 * Names of the colors, in the order in which a palette contains them. A palette is the comma-separated list
 * of colors that clients of Plane store.
 */
export const customColorNames = ['background', 'text', 'primary', 'sidebarBackground', 'sidebarText'] as const
export type CustomColorName = (typeof customColorNames)[number]
/** Names of the colors that every custom theme needs. */
export const requiredColorNames = ['background', 'primary'] as const satisfies CustomColorName[]

/** Minimum contrast of text to its background (WCAG 1.4.3). */
export const minimumContrast = 4.5

/** Initial values of the form for a custom theme. */
export const initialCustomColors: CustomColors = {
  background: '#fbf6ee',
  text: '#33291f',
  primary: '#8f4a1f',
}

/** Returns `#rrggbb` in lower case, or null for an invalid color. */
export function parseHexColor(typed: unknown): string | null {
  if (typeof typed !== 'string') return null
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? []
  if (digits === undefined) return null
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`.toLowerCase()
}

/**
 * Returns the custom colors of a profile's theme, or null if a required color is missing. Clients of Plane do
 * not store all colors.
 */
export function customColorsOfTheme(theme: Record<string, unknown>): CustomColors | null {
  const palette = typeof theme['palette'] === 'string' ? theme['palette'].split(',') : []
  const chosen = (name: CustomColorName) =>
    parseHexColor(theme[name]) ?? parseHexColor(palette[customColorNames.indexOf(name)])
  const [background, primary] = [chosen('background'), chosen('primary')]
  if (background === null || primary === null) return null
  const [sidebarBackground, sidebarText] = [chosen('sidebarBackground'), chosen('sidebarText')]
  return {
    background,
    primary,
    text: chosen('text') ?? textOn(background, theme['darkPalette']),
    ...(sidebarBackground !== null && { sidebarBackground }),
    ...(sidebarText !== null && { sidebarText }),
  }
}

/**
 * Returns the text color for a background: white for a dark palette, and black for a light palette. If the
 * theme does not state whether the palette is dark, returns the color with more contrast. `deriveCustomTheme`
 * adjusts the color later if the text would be hard to read.
 */
function textOn(background: string, darkPalette: unknown): string {
  if (typeof darkPalette !== 'boolean') return blackOrWhiteTextColor(background)
  return darkPalette ? '#ffffff' : '#000000'
}

/** Derives the colors of the sidebar. Returns null if the theme has no separate colors for the sidebar. */
export function deriveSidebarColors(colors: CustomColors): Record<string, string> | null {
  const { background, text, primary, sidebarBackground, sidebarText } = colors
  if (sidebarBackground === undefined && sidebarText === undefined) return null
  const ground = sidebarBackground ?? background
  const { tokens } = deriveCustomTheme({
    background: ground,
    text: sidebarText ?? (sidebarBackground === undefined ? text : blackOrWhiteTextColor(ground)),
    primary,
  })
  return { ...tokens, '--canvas': ground }
}

/**
 * A custom theme: the built-in theme that it is based on, and the design tokens that differ from that theme.
 */
interface CustomTheme {
  base: 'light' | 'dark'
  tokens: Record<string, string>
}

/** Opacity of overlays, as fractions that `#rrggbbaa` can express. */
const overlayOpacity = { hover: 13 / 255, active: 22 / 255, soft: 26 / 255 }

const statusColors = {
  light: { danger: '#c8232c', ok: '#17724a', warn: '#8a5a00' },
  dark: { danger: '#f47b76', ok: '#4cc38a', warn: '#e5b454' },
}

/** Colors of icons and focus rings, which need a contrast of only 3:1 (WCAG 1.4.11). */
const graphicColors = {
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

const noteHues = {
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
 * Derives all design tokens from three colors. Text always has a contrast of at least 4.5:1, so that nobody can
 * make the settings unreadable. Colors with less contrast are mixed with black or white as little as necessary.
 */
export function deriveCustomTheme({ background, text, primary }: CustomColors): CustomTheme {
  const end = blackOrWhiteTextColor(background)
  const base = end === '#ffffff' ? 'dark' : 'light'
  const surfaces = surfacesOf(background, end)
  const { canvas, sheet, raised, sunken } = surfaces
  const plain = [canvas, sheet, raised, sunken]
  const tint = tintOf(background, end)
  const soft = (color: string) => softOf(color, plain, end)
  const accentSoft = soft(primary)
  const noteColors = Object.entries(noteHues).map(
    ([name, hue]) => [name, noteColorOf(hue, background, end)] as const,
  )
  const under = [
    ...plain.flatMap((ground) => [
      ground,
      mixColors(ground, tint, overlayOpacity.hover),
      mixColors(ground, tint, overlayOpacity.active),
      mixColors(ground, accentSoft, overlayOpacity.soft),
    ]),
    ...noteColors.map(([, color]) => color),
  ]
  const words = (color: string, more: readonly string[] = []) =>
    adjustColorForContrast(color, [...under, ...more], minimumContrast, end)
  const shape = (color: string) => adjustColorForContrast(color, under, 3, end)
  const shownText = words(text)
  const tokens: Record<string, string> = {
    canvas,
    sheet,
    raised,
    sunken,
    field: sheet,
    hover: alpha(tint, overlayOpacity.hover),
    active: alpha(tint, overlayOpacity.active),
    line: alpha(shownText, 0.12),
    'line-strong': alpha(shownText, 0.2),
    'line-control': alpha(shownText, 0.6),
    text: shownText,
    'text-soft': words(mixColors(shownText, background, 0.2)),
    'text-faint': words(mixColors(shownText, background, 0.32)),
    'icon-faint': shape(mixColors(shownText, background, 0.4)),
    ...filled('accent', shape(primary)),
    'accent-text': words(primary),
    'accent-soft': alpha(accentSoft, overlayOpacity.soft),
    focus: shape(primary),
    ...Object.fromEntries(Object.entries(graphicColors).map(([name, color]) => [name, shape(color)])),
    ...Object.fromEntries(noteColors),
  }
  for (const [name, color] of Object.entries(statusColors[base])) {
    const ground = soft(color)
    const shown = words(
      color,
      plain.map((one) => mixColors(one, ground, overlayOpacity.soft)),
    )
    Object.assign(tokens, name === 'danger' ? filled(name, shown) : { [name]: shown })
    tokens[`${name}-soft`] = alpha(ground, overlayOpacity.soft)
  }
  return {
    base,
    tokens: Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value])),
  }
}

/**
 * Returns the color of overlays, such as hovered rows. Overlays usually have the color of the text. On a
 * background of medium brightness, they have the opposite color, because the text would become hard to read
 * otherwise.
 */
function tintOf(background: string, end: string): string {
  return contrastRatio(end, background) >= 7 ? end : opposite(end)
}

function surfacesOf(background: string, end: string) {
  const away = opposite(end)
  const [lower, higher] =
    end === '#ffffff' ? [away, tintOf(background, end)] : [tintOf(background, end), away]
  return {
    sheet: background,
    canvas: mixColors(background, lower, 0.03),
    sunken: mixColors(background, lower, 0.025),
    raised: mixColors(background, higher, 0.03),
  }
}

/**
 * Returns the color of a translucent overlay: `color`, or the opposite of the text color `end` if text on an
 * overlay with `color` would be hard to read.
 */
function softOf(color: string, surfaces: readonly string[], end: string): string {
  const fits = surfaces.every(
    (surface) => contrastRatio(end, mixColors(surface, color, overlayOpacity.soft)) >= minimumContrast + 0.2,
  )
  return fits ? color : opposite(end)
}

function noteColorOf(hue: string, background: string, end: string): string {
  const color = mixColors(background, hue, 0.14)
  return contrastRatio(end, color) >= minimumContrast + 0.2
    ? color
    : mixColors(background, opposite(end), 0.06)
}

/** Returns the colors of a filled button: background, hover and text. */
function filled(name: 'accent' | 'danger', color: string): Record<string, string> {
  const on = blackOrWhiteTextColor(color)
  return { [name]: color, [`${name}-hover`]: mixColors(color, opposite(on), 0.12), [`on-${name}`]: on }
}

function opposite(end: string): string {
  return end === '#ffffff' ? '#000000' : '#ffffff'
}

function alpha(color: string, share: number): string {
  return `${color}${Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')}`
}
