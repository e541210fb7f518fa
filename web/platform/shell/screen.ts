import type { ComponentType } from 'react'

/** A screen in its own file, loaded when it is first opened. */
export const lazyScreen = <Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
) => ({
  lazy: async () => ({ Component: (await load())[name] }),
})
