export interface Gate {
  /** Runs `work` when it is this person's turn. */
  pass<T>(person: string, work: () => Promise<T>): Promise<T>
}

interface Room {
  /** Of all together, */
  atOnce: number
  /** and of one. */
  atOncePerPerson: number
}

/** What many ask for takes turns by person, so that nobody's many wait before somebody's one. */
export function createGate({ atOnce, atOncePerPerson }: Room): Gate {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0

  function next(): void {
    for (const [person, queue] of waiting) {
      if (total >= atOnce) return
      const count = running.get(person) ?? 0
      if (count >= atOncePerPerson) continue
      const start = queue.shift()
      // Whoever has more to ask goes behind the others.
      waiting.delete(person)
      if (queue.length > 0) waiting.set(person, queue)
      total++
      running.set(person, count + 1)
      start?.()
    }
  }

  function done(person: string): void {
    total--
    const left = (running.get(person) ?? 1) - 1
    if (left === 0) running.delete(person)
    else running.set(person, left)
    next()
  }

  return {
    async pass(person, work) {
      await new Promise<void>((resolve) => {
        const queue = waiting.get(person) ?? []
        queue.push(resolve)
        waiting.set(person, queue)
        next()
      })
      try {
        return await work()
      } finally {
        done(person)
      }
    },
  }
}
