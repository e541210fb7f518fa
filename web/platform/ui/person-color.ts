const hues = 12

/** Shades of each hue, dark enough for white initials: with them three times as many people look different. */
const shades = [
  (hue: number) => `var(--person-${hue})`,
  (hue: number) => `color-mix(in oklch, var(--person-${hue}) 68%, #000)`,
  (hue: number) => `color-mix(in oklch, var(--person-${hue}) 60%, #555)`,
]
const palette = shades.flatMap((shade) => Array.from({ length: hues }, (_, at) => shade(at + 1)))

/** Colours of the people of the workspace; replaced as a whole when somebody joins. */
let known: ReadonlyMap<string, string> = new Map()

/**
 * The colour that stands for a person everywhere: avatar, caret, the card they drag. The same id gives the same color on every
 * screen and in both themes.
 */
export function personColor(id: string): string {
  return known.get(id) ?? colorAt(hashOf(id))
}

export function knowPeople(ids: readonly string[]): void {
  known = colorsOf(ids)
}

/**
 * Nobody has the colour of somebody else as long as there are enough. Each person takes the colour of their id, or the next free one; older
 * ids choose first, so that nobody changes colour when a new person joins.
 */
export function colorsOf(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<number>()
  return new Map(
    [...ids].sort().map((id) => {
      const wanted = hashOf(id)
      const free = palette.findIndex((_, at) => !taken.has(placeAfter(wanted, at)))
      const place = free < 0 ? wanted : placeAfter(wanted, free)
      taken.add(place)
      return [id, colorAt(place)]
    }),
  )
}

/** Through all hues first, then through the next shade. */
function placeAfter(wanted: number, steps: number): number {
  return Math.floor(steps / hues) * hues + ((wanted + steps) % hues)
}

function colorAt(place: number): string {
  return palette[place] ?? `var(--person-1)`
}

function hashOf(id: string): number {
  // FNV-1a: ids made in the same millisecond share their first half, so every character has to count.
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % hues
}
