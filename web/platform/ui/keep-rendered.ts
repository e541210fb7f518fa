import { createContext, type RefObject, useCallback, useContext, useEffect, useRef } from 'react'

/** Keeps the row that contains the element rendered. Returns a function that ends this. */
type KeepRendered = (element: Element) => () => void

/** Provided by lists that render only a part of their rows. */
export const KeepRenderedContext = createContext<KeepRendered | null>(null)

/**
 * Keeps the row of a list that contains the element rendered while the component is mounted, also outside of the
 * visible area. Forms use it, because a row that is removed loses the text that the user has typed.
 */
export function useKeepRendered(element: RefObject<Element | null>): void {
  const keep = useContext(KeepRenderedContext)
  useEffect(() => (element.current && keep ? keep(element.current) : undefined), [element, keep])
}

/**
 * Returns the keys of the rows that stay rendered, and the value of `KeepRenderedContext`. `keyOf` returns the key of
 * the row that contains an element. If the list is in a row of another list, that row stays rendered too.
 */
export function usePinnedRows(keyOf: (element: Element) => string | null) {
  const keys = useRef(new Set<string>())
  const keepOuter = useContext(KeepRenderedContext)
  const latestKeyOf = useRef(keyOf)
  latestKeyOf.current = keyOf
  const keep = useCallback<KeepRendered>(
    (element) => {
      const key = latestKeyOf.current(element)
      if (key !== null) keys.current.add(key)
      const releaseOuter = keepOuter?.(element)
      return () => {
        if (key !== null) keys.current.delete(key)
        releaseOuter?.()
      }
    },
    [keepOuter],
  )
  return { keys: keys.current, keep }
}
