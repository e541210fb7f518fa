const pauseMs = 2_000

/**
 * Documents that could not be merged because their writer has too many waiting already. They are tried again one after the other, and none
 * further once one is refused again: reading hundreds of texts, only to refuse them, would cost everybody else. `merge` answers whether it was refused.
 */
export function createMergeLater(merge: (name: string, workspaceId: string) => Promise<boolean>) {
  /** Workspaces by the names of their documents. */
  const waiting = new Map<string, string>()
  let isToCome = false

  async function tryAgain(): Promise<void> {
    for (const [name, workspaceId] of [...waiting]) {
      waiting.delete(name)
      if (!(await merge(name, workspaceId))) continue
      // Behind the others, which may be another person's.
      waiting.set(name, workspaceId)
      break
    }
    isToCome = false
    if (waiting.size > 0) start()
  }

  function start(): void {
    if (isToCome) return
    isToCome = true
    setTimeout(() => void tryAgain(), pauseMs).unref()
  }

  return (name: string, workspaceId: string): void => {
    waiting.set(name, workspaceId)
    start()
  }
}
