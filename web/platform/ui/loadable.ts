import type { ComponentType } from 'react'

/** A component in its own chunk, which `LazyComponent` loads and renders. */
export interface Loadable<Props extends object> {
  /** The component, or undefined until it is loaded. */
  component: ComponentType<Props> | undefined
  fetch: () => Promise<ComponentType<Props>>
  /** Loads the component in advance. Called when the pointer or the focus comes near the element that opens it. */
  preload: () => void
}

export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let coming: Promise<ComponentType<Props>> | undefined
  const part: Loadable<Props> = {
    component: undefined,
    fetch() {
      coming ??= load().then(
        (loaded) => {
          part.component = loaded
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

/** Wraps a component that is already loaded as a `Loadable`. */
export function asLoadable<Props extends object>(part: ComponentType<Props>): Loadable<Props> {
  return { component: part, fetch: () => Promise.resolve(part), preload: () => undefined }
}
