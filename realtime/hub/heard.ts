import type { Deps } from '#api/platform/context/deps.ts'
import { changesAfter } from '#api/platform/feed/changes-after.ts'
import { entities, isSynced } from '#common/entities.ts'
import type { Change } from '#common/platform/changes.ts'
import { roomsOf } from '#common/platform/rooms.ts'

/** Changes read at once; a client further behind than this reloads, which is cheaper for both. */
export const catchUpLimit = 2000

/** A change, and who hears it. */
export interface Heard {
  change: Change
  /** Whoever is in all rooms of one of these. */
  audience: string[][]
  left_audience: string[][]
}

export async function readChanges(
  deps: Deps,
  workspaceId: string,
  after: number,
  upTo?: number,
): Promise<Heard[]> {
  const found = await changesAfter(deps.orm.em.fork(), workspaceId, after, upTo)
    .select(publicColumns)
    .limit(catchUpLimit)
    .execute()
  return found.map(
    ({ entity, entity_id, op, fields, actor_id, mutation_id, version, audience, left_audience }) => ({
      change: { version: Number(version), entity, id: entity_id, op, fields, actor_id, mutation_id },
      audience: audience.map(roomsOf),
      left_audience: left_audience.map(roomsOf),
    }),
  )
}

/** Not what the fields were before: that may be what a client was never allowed to see. */
const publicColumns = [
  'version',
  'entity',
  'entity_id',
  'op',
  'fields',
  'audience',
  'left_audience',
  'actor_id',
  'mutation_id',
] as const

/** 1 hears the change, 2 hears that the row has left, 0 hears nothing. */
export function hearing({ audience, left_audience }: Heard, rooms: Set<string>): 0 | 1 | 2 {
  const isIn = (name: string) => rooms.has(name)
  if (audience.some((all) => all.every(isIn))) return 1
  return left_audience.some((all) => all.every(isIn)) ? 2 : 0
}

export function visible(heard: Heard[], mask: string): Change[] {
  return heard.flatMap(({ change }, at) => {
    if (mask[at] === '1') return [change]
    return mask[at] === '2' ? [{ ...change, op: 'delete' as const, fields: {} }] : []
  })
}

export function concerns(change: Change, person: string): boolean {
  const moved = accessChangedBy(change)
  return moved === 'everyone' || moved === person
}

/** What nobody had before it was made, and nobody has after it was deleted, gives nothing back that was taken. */
export function isRevocable(change: Change): boolean {
  return change.op === 'update' || accessChangedBy(change) !== 'everyone'
}

/** Cuts behind what changes somebody's access; what changes that of the same person, as one call does in several projects, stays together. */
export function cutBehindAccessChanges(heard: Heard[]): Heard[][] {
  const moves = heard.map(({ change }) => accessChangedBy(change))
  const cuts = heard.flatMap((_, at) =>
    at > 0 && moves[at - 1] !== null && moves[at - 1] !== moves[at] ? [at] : [],
  )
  return [0, ...cuts].map((from, part) => heard.slice(from, cuts[part]))
}

/** Whose access a change alters, null for most changes. */
export function accessChangedBy({ entity, id, op, fields }: Change): string | 'everyone' | null {
  const moves = isSynced(entity) ? entities[entity].changesAccessOf : undefined
  if (moves === undefined) return null
  const whose = moves as (row: Record<string, unknown>, op: Change['op']) => string | null | undefined
  const person = whose({ ...fields, id }, op)
  return person === undefined ? 'everyone' : person
}
