import type { ColorName } from '../../../platform/colors.ts'

/** Color names that other programs use, with their values. */
const named: Record<string, string> = {
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  black: '#000000',
  red: '#ff0000',
  maroon: '#800000',
  orange: '#ffa500',
  gold: '#ffd700',
  yellow: '#ffff00',
  lightyellow: '#ffffe0',
  olive: '#808000',
  lime: '#00ff00',
  green: '#008000',
  lightgreen: '#90ee90',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  lightblue: '#add8e6',
  skyblue: '#87ceeb',
  blue: '#0000ff',
  navy: '#000080',
  purple: '#800080',
  violet: '#ee82ee',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  pink: '#ffc0cb',
}

/** The smallest hue of each color in degrees. Red is at both ends of the circle. */
const hues: readonly (readonly [number, ColorName])[] = [
  [0, 'peach'],
  [18, 'orange'],
  [70, 'green'],
  [175, 'light-blue'],
  [214, 'dark-blue'],
  [255, 'purple'],
  [295, 'pink'],
  [347, 'peach'],
]

/**
 * Returns the most similar color in Tandem for a cell background. Returns null for transparent, nearly white and
 * unknown colors.
 */
export function nearestCellColor(written: string): ColorName | null {
  const parts = partsOf(written.trim().toLowerCase())
  if (parts === null) return null
  const [red, green, blue] = parts
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (least >= 240) return null
  if (most - least < 20) return 'gray'
  const hue = hueOf(parts, most, most - least)
  return hues.findLast(([from]) => hue >= from)?.[1] ?? null
}

/**
 * Minimum difference between the strongest and the weakest channel of a text color. Below it, the color
 * counts as gray, because many programs write black as a dark blue or brown.
 */
const clearSpan = 70

/**
 * Returns the most similar text color in Tandem, or null for all shades of black, gray and white, which
 * nobody chose deliberately.
 */
export function nearestTextColor(written: string): ColorName | null {
  const parts = partsOf(written.trim().toLowerCase())
  const isClear = parts !== null && Math.max(...parts) - Math.min(...parts) >= clearSpan
  return isClear ? nearestCellColor(written) : null
}

type Parts = [number, number, number]

function hueOf([red, green, blue]: Parts, most: number, span: number): number {
  if (most === red) return (((green - blue) / span) * 60 + 360) % 360
  return most === green ? ((blue - red) / span) * 60 + 120 : ((red - green) / span) * 60 + 240
}

function partsOf(written: string): Parts | null {
  const [word = ''] = written.split(/\s/)
  const hex = Object.hasOwn(named, word) ? (named[word] ?? '') : word
  const [, long, short] = /^#(?:([\da-f]{6})|([\da-f]{3}))$/.exec(hex) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  if (digits !== undefined)
    return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Parts
  const [, red, green, blue, alpha] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:\s*[,/]\s*([\d.]+)%?)?\s*\)/.exec(written) ?? []
  if (red === undefined || Number(alpha ?? 1) === 0) return null
  return [Number(red), Number(green), Number(blue)]
}
