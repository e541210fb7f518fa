import { useCallback, useEffect, useRef } from 'react'

/** One entry for each form with unsaved changes. */
const forms = new Set<symbol>()

export function hasUnsavedForms(): boolean {
  return forms.size > 0
}

/**
 * Shows a confirmation dialog when the user leaves the screen or closes the tab with unsaved changes. Call the
 * returned function before the form itself navigates, so that no dialog is shown.
 */
export function useWarnIfUnsaved(isUnsaved: boolean): () => void {
  const release = useRef(() => {})
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol('form')
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    forms.add(form)
    window.addEventListener('beforeunload', warnBeforeUnload)
    release.current = () => {
      forms.delete(form)
      window.removeEventListener('beforeunload', warnBeforeUnload)
    }
    return release.current
  }, [isUnsaved])
  return useCallback(() => release.current(), [])
}
