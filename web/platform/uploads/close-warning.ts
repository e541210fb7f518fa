import { beforeWipe } from '../app/sync.ts'

const reasons = new Set<unknown>()
const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Sets whether closing the tab loses files for this reason. If so, the browser asks before it closes the tab. */
export function setWarnBeforeClose(reason: unknown, isWaiting: boolean): void {
  if (isWaiting) reasons.add(reason)
  else reasons.delete(reason)
  if (typeof window === 'undefined') return
  if (reasons.size > 0) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
}

// At sign-out, the sign-out dialog has already asked.
beforeWipe(() => {
  for (const reason of [...reasons]) setWarnBeforeClose(reason, false)
})
