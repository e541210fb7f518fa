import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the end of a form with its buttons visible while the user types, although the form grows. A form that
 * the user has scrolled out of view does not scroll back. Returns a function to call when the form is sent,
 * because the editor is then replaced and has no focus for a moment.
 */
export function useScrollIntoViewAfterSend(form: RefObject<HTMLFormElement | null>): () => void {
  const isSent = useRef(false)
  useEffect(() => {
    const shown = form.current
    const end = shown?.lastElementChild
    if (!shown || !end) return
    let wasInSight = false
    const seen = new IntersectionObserver(
      (entries) => {
        wasInSight = (entries.at(-1)?.intersectionRatio ?? 0) > 0.9
      },
      { threshold: [0, 0.9, 1] },
    )
    // Resize observers run before intersection observers, so `wasInSight` still describes the state before
    // the form grew.
    const grown = new ResizeObserver(() => {
      const isWriting = isSent.current || shown.contains(document.activeElement)
      if (wasInSight && isWriting) shown.scrollIntoView({ block: 'nearest' })
    })
    const settled = () => {
      isSent.current = false
    }
    seen.observe(end)
    grown.observe(shown)
    const around = shown.closest('section')
    if (around) grown.observe(around)
    shown.addEventListener('focusin', settled)
    return () => {
      seen.disconnect()
      grown.disconnect()
      shown.removeEventListener('focusin', settled)
    }
  }, [form])
  return useCallback(() => {
    isSent.current = true
  }, [])
}
