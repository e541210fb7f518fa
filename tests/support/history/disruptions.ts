import type { Random } from './random.ts'
import type { Replica } from './replica.ts'

export interface Disruptions {
  /** The run calls this function after each operation. */
  step(): void
  /** Ends all disruptions. */
  end(): Promise<void>
}

/**
 * Plans the disruptions of a run: lost connections, slow readers and one killed server. The seed determines
 * after how many operations each happens.
 */
export function planDisruptions(
  random: Random,
  { operations, restart }: { operations: number; restart?(): Promise<void> },
  replicas: Replica[],
): Disruptions {
  const due = new Map<number, (() => void)[]>()
  const at = (step: number, work: () => void) => due.set(step, [...(due.get(step) ?? []), work])
  for (let step = 5; step < operations; step += 5) {
    const replica = random.pickAny(replicas)
    if (random.chance(0.5)) at(step, () => replica?.drop())
    else {
      at(step, () => replica?.stall())
      at(step + random.below(40), () => replica?.goOn())
    }
  }
  let restarts = Promise.resolve()
  if (restart !== undefined)
    for (let step = 100; step < operations; step += 400)
      at(step + random.below(100), () => {
        restarts = restarts.then(restart)
      })
  let steps = 0
  return {
    step() {
      for (const work of due.get(++steps) ?? []) work()
    },
    async end() {
      await restarts
      for (const replica of replicas) replica.goOn()
    },
  }
}
