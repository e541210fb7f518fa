import { beforeWipe } from '../app/sync.ts'

const reasons = new Set<unknown>()
const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/**
 * Registers or removes a reason to warn before the tab closes, such as files that are not yet uploaded. While
 * there is at least one reason, the browser asks before it closes the tab.
 */
export function setWarnBeforeClose(reason: unknown, isWaiting: boolean): void {
  if (isWaiting) reasons.add(reason)
  else reasons.delete(reason)
  if (typeof window === 'undefined') return
  if (reasons.size > 0) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
}

// At sign-out, the browser must not ask again, because the sign-out dialog has already asked.
beforeWipe(() => {
  for (const reason of [...reasons]) setWarnBeforeClose(reason, false)
})
