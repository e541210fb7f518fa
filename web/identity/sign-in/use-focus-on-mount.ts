import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first field of a form step. */
export function useFocusOnMount(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return field
}
