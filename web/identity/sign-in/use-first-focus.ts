import { type RefObject, useEffect, useRef } from 'react'

/** Puts the cursor into the field that a step of a form begins with. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  return field
}
