const hues = 12

/**
 * The shades of each hue, dark enough for white initials. Three shades triple the number of distinct colors.
 */
const shades = [
  (hue: number) => `var(--person-${hue})`,
  (hue: number) => `color-mix(in oklch, var(--person-${hue}) 68%, #000)`,
  (hue: number) => `color-mix(in oklch, var(--person-${hue}) 60%, #555)`,
]
const palette = shades.flatMap((shade) => Array.from({ length: hues }, (_, at) => shade(at + 1)))

/** The colors of the workspace's users by user id. They are recalculated when somebody joins the workspace. */
let known: ReadonlyMap<string, string> = new Map()

/**
 * Returns a user's color for avatar, caret and dragged cards. The same id has the same color on every
 * screen and theme.
 */
export function personColor(id: string): string {
  return known.get(id) ?? colorAt(hashOf(id))
}

export function assignPeopleColors(ids: readonly string[]): void {
  known = computeDistinctPersonColors(ids)
}

/**
 * Assigns distinct colors to users while there are enough colors. Each user gets the color that belongs to
 * their id, or the next free color. Users with older ids choose first, so that they keep their colors when
 * somebody joins.
 */
export function computeDistinctPersonColors(ids: readonly string[]): ReadonlyMap<string, string> {
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

/**
 * Returns the color that is `steps` after the wanted color: first the other hues of the same shade, then the
 * next shade.
 */
function placeAfter(wanted: number, steps: number): number {
  return Math.floor(steps / hues) * hues + ((wanted + steps) % hues)
}

function colorAt(place: number): string {
  return palette[place] ?? `var(--person-1)`
}

function hashOf(id: string): number {
  // FNV-1a hashes all characters of an id, because ids that were created at the same time share their first
  // half.
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % hues
}
