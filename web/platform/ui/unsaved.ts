import { useCallback, useEffect, useRef } from 'react'

/** One entry for each form on the screen that holds changes which a button has yet to save. */
const forms = new Set<symbol>()

export function hasUnsaved(): boolean {
  return forms.size > 0
}

/**
 * Asks the person before they leave the screen or close the tab while the form holds unsaved changes. Call the answer before the form goes to
 * another screen by itself.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const release = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol('form')
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    forms.add(form)
    window.addEventListener('beforeunload', ask)
    release.current = () => {
      forms.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
    return release.current
  }, [isUnsaved])
  return useCallback(() => release.current(), [])
}
