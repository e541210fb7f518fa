import type { ComponentType } from 'react'

/** A part with a file of its own; LazyPart shows it. */
export interface Loadable<Props extends object> {
  /** The part, once it is here. */
  here: ComponentType<Props> | undefined
  fetch: () => Promise<ComponentType<Props>>
  /** Fetches it before it is shown, when a pointer or focus comes near. */
  preload: () => void
}

export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let coming: Promise<ComponentType<Props>> | undefined
  const part: Loadable<Props> = {
    here: undefined,
    fetch() {
      coming ??= load().then(
        (loaded) => {
          part.here = loaded
          return loaded
        },
        (error: unknown) => {
          coming = undefined
          throw error
        },
      )
      return coming
    },
    preload: () => void part.fetch().catch(() => undefined),
  }
  return part
}

/** A part that comes with its screen, where others may have to be fetched. */
export function loaded<Props extends object>(part: ComponentType<Props>): Loadable<Props> {
  return { here: part, fetch: () => Promise.resolve(part), preload: () => undefined }
}
