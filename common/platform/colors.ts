/** Names of the colors for text, cells and stickies, as in Plane. The theme defines their values. */
export const colorNames = [
  'gray',
  'peach',
  'pink',
  'orange',
  'green',
  'light-blue',
  'dark-blue',
  'purple',
] as const
export type ColorName = (typeof colorNames)[number]

/** Returns the value if it is the name of a color, otherwise null, because any client may have written it. */
export function parseColorName(value: unknown): ColorName | null {
  return colorNames.find((name) => name === value) ?? null
}
