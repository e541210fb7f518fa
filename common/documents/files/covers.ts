/** Names of the cover pictures that are part of Tandem. The files are in `web/public/covers`. */
export const builtInCovers = ['dawn', 'sea', 'forest', 'dusk', 'sand', 'stone', 'rose', 'night'] as const
export type BuiltInCover = (typeof builtInCovers)[number]

/** Returns the path of a built-in cover picture on this server. */
export function coverPath(name: BuiltInCover): string {
  return `/covers/${name}.svg`
}
