import type { Device } from './device.ts'

/**
 * Creates a function that sends changes with the same key one after the other. When the user leaves the page,
 * waiting changes are sent immediately, because a wrong order is better than a lost change.
 */
export function createSerialQueues(device: Device) {
  const turns = new Map<string, Promise<unknown>>()
  let leaving = Promise.withResolvers<true>()
  device.onLeave(() => {
    leaving.resolve(true)
    leaving = Promise.withResolvers()
  })
  return <Answer>(
    names: readonly string[],
    send: (isLeaving: boolean) => Promise<Answer>,
  ): Promise<Answer> => {
    const before = new Set(names.flatMap((name) => turns.get(name) ?? []))
    const over = Promise.allSettled(before).then(() => false)
    const mine = before.size === 0 ? send(false) : Promise.race([over, leaving.promise]).then(send)
    for (const name of names) turns.set(name, mine)
    const end = () => {
      for (const name of names) if (turns.get(name) === mine) turns.delete(name)
    }
    mine.then(end, end)
    return mine
  }
}
