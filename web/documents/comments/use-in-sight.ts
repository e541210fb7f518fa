import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the end of a form in sight, where its button is, while one writes in it: it grows with the text, and what comes above it pushes it
 * down. Whoever has scrolled it out of sight reads elsewhere and is left there. Answers what is called when the form is sent, since the field
 * is then another and has no focus for a moment.
 */
export function useInSight(form: RefObject<HTMLFormElement | null>): () => void {
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
    // Sizes are told before what is in sight, so what is known here is how it was before it grew.
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
