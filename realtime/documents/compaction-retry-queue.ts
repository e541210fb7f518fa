const pauseMs = 2_000

/**
 * Retries compactions that were rejected because the user who edited the document has too many tasks in the queue of
 * worker threads. The compactions run one after the other. A rejection pauses all of them, because loading hundreds
 * of texts that cannot be compacted is expensive. `merge` returns true if the compaction was rejected.
 */
export function createCompactionRetryQueue(merge: (name: string, workspaceId: string) => Promise<boolean>) {
  /** Workspace ids of the documents to merge later, by document name. */
  const waiting = new Map<string, string>()
  let isScheduled = false

  async function mergeNext(): Promise<void> {
    for (const [name, workspaceId] of [...waiting]) {
      waiting.delete(name)
      if (!(await merge(name, workspaceId))) continue
      // Move the rejected document to the end of the queue. The next attempt then begins with another document,
      // which may have been edited by a user with fewer queued tasks.
      waiting.set(name, workspaceId)
      break
    }
    isScheduled = false
    if (waiting.size > 0) start()
  }

  function start(): void {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => void mergeNext(), pauseMs).unref()
  }

  return (name: string, workspaceId: string): void => {
    waiting.set(name, workspaceId)
    start()
  }
}
