export interface KeyedWorker {
  /** Has something done for this key, once more if it is being done just now. */
  take(key: string): void
  /** Begins nothing more, and waits for what is under way. */
  end(): Promise<void>
}

/** Does one thing at a time for a key and few at once for all; whoever has more to do stands behind those who wait. */
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
