import type { Deps } from '#api/platform/context/deps.ts'
import { selectChangesAfter } from '#api/platform/feed/changes-after.ts'
import { entities, isSyncedTable } from '#common/entities.ts'
import type { Change } from '#common/platform/changes.ts'
import { splitCombinedRoomName } from '#common/platform/rooms.ts'

/** Maximum number of changes that are read at once. A client that has missed more changes reloads instead. */
export const maxMissedChanges = 2000

/** A change with the rooms that receive it. */
export interface ChangeWithAudience {
  change: Change
  /** Lists of rooms. A socket receives the change if it is in all rooms of one list. */
  audience: string[][]
  left_audience: string[][]
}

export async function readWorkspaceChanges(
  deps: Deps,
  workspaceId: string,
  after: number,
  upTo?: number,
): Promise<ChangeWithAudience[]> {
  const found = await selectChangesAfter(deps.orm.em.fork(), workspaceId, after, upTo)
    .select(publicColumns)
    .limit(maxMissedChanges)
    .execute()
  return found.map(
    ({ entity, entity_id, op, fields, actor_id, mutation_id, version, audience, left_audience }) => ({
      change: { version: Number(version), entity, id: entity_id, op, fields, actor_id, mutation_id },
      audience: audience.map(splitCombinedRoomName),
      left_audience: left_audience.map(splitCombinedRoomName),
    }),
  )
}

/**
 * Columns of a change that clients may receive. The previous values are excluded, because a client may never
 * have been allowed to see them.
 */
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

/**
 * Returns 1 if a socket in these rooms receives the change. Returns 2 if the socket receives a delete,
 * because it lost access to the row. Returns 0 if the socket receives nothing.
 */
export function getChangeDeliveryCode(
  { audience, left_audience }: ChangeWithAudience,
  rooms: Set<string>,
): 0 | 1 | 2 {
  const isIn = (name: string) => rooms.has(name)
  if (audience.some((all) => all.every(isIn))) return 1
  return left_audience.some((all) => all.every(isIn)) ? 2 : 0
}

export function selectChangesForReceiver(changes: ChangeWithAudience[], mask: string): Change[] {
  return changes.flatMap(({ change }, at) => {
    if (mask[at] === '1') return [change]
    return mask[at] === '2' ? [{ ...change, op: 'delete' as const, fields: {} }] : []
  })
}

export function affectsAccessOfUser(change: Change, person: string): boolean {
  const moved = getUserWithChangedAccess(change)
  return moved === 'everyone' || moved === person
}

/**
 * Returns true if the user whom the change affects may have lost and regained access to rows by this change or
 * shortly before it. Such a user must not receive older changes. Returns false if a row that affects the access of
 * all users, such as a public project, is created or deleted: this does not restore access that a user has lost.
 */
export function canChangeRevokeAccess(change: Change): boolean {
  return change.op === 'update' || getUserWithChangedAccess(change) !== 'everyone'
}

/**
 * Splits changes after each change of access. Consecutive changes of one user's access stay together, because
 * one call may change the access to several projects.
 */
export function splitAfterAccessChanges(changes: ChangeWithAudience[]): ChangeWithAudience[][] {
  const moves = changes.map(({ change }) => getUserWithChangedAccess(change))
  const cuts = changes.flatMap((_, at) =>
    at > 0 && moves[at - 1] !== null && moves[at - 1] !== moves[at] ? [at] : [],
  )
  return [0, ...cuts].map((from, part) => changes.slice(from, cuts[part]))
}

/** Returns the user whose access a change affects, or `everyone`. Returns null for most changes. */
export function getUserWithChangedAccess({ entity, id, op, fields }: Change): string | 'everyone' | null {
  const moves = isSyncedTable(entity) ? entities[entity].changesAccessOf : undefined
  if (moves === undefined) return null
  const whose = moves as (row: Record<string, unknown>, op: Change['op']) => string | null | undefined
  const person = whose({ ...fields, id }, op)
  return person === undefined ? 'everyone' : person
}
