export interface KeyedWorker {
  /**
   * Schedules the work for this key. If the work for the key is running now, the work runs again afterwards.
   */
  take(key: string): void
  /** Starts no more work, and resolves when the work in progress has ended. */
  end(): Promise<void>
}

/**
 * Runs one task per key at a time, and at most `atOnce` tasks in total. If `work` returns true, the key has
 * more work and moves to the end of the queue.
 */
export function createKeyedWorker(work: (key: string) => Promise<boolean>, atOnce: number): KeyedWorker {
  const waiting = new Set<string>()
  const working = new Map<string, Promise<void>>()
  let isOver = false

  function next(): void {
    for (const key of waiting) {
      if (isOver || working.size >= atOnce) return
      if (working.has(key)) continue
      waiting.delete(key)
      working.set(key, run(key))
    }
  }

  async function run(key: string): Promise<void> {
    if (await work(key)) waiting.add(key)
    working.delete(key)
    next()
  }

  return {
    take(key) {
      waiting.add(key)
      next()
    },
    async end() {
      isOver = true
      await Promise.all(working.values())
    },
  }
}
