/** The colours that people give to texts, cells and stickies, by the names of the reference product; what each looks like is the theme's to say. */
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

/** Null for everything else: any client may have written it. */
export function colorNamed(value: unknown): ColorName | null {
  return colorNames.find((name) => name === value) ?? null
}
