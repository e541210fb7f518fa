import { atLeast, type Role, role } from '../../platform/roles.ts'
import { canEditIntake, isInTriage } from './triage.ts'

export const workItemNameLength = 255

/** People, labels or modules of one work item at most: the index that lists are read from holds them. */
export const valuesLimit = 50

/** Sub-items that are made with a new item at most. */
export const newSubItemsLimit = 50

/** Work items that one call changes at most. */
export const bulkLimit = 10_000

export function workItemNameProblem(name: string): 'required' | 'too_long' | null {
  const text = name.trim()
  if (text === '') return 'required'
  return text.length > workItemNameLength ? 'too_long' : null
}

export function datesOutOfOrder(start: string | null, target: string | null): boolean {
  return start !== null && target !== null && start > target
}

interface Actor {
  user_id: string
  role: Role | null
}

interface Made {
  created_by: string | null
}

export function canCreateWorkItems(actor: Actor): boolean {
  return atLeast(actor.role, role.member)
}

/** What is in the archive stays as it is, and takes no sub-item and no relation; only what it has already can be taken from it. */
export function takesChanges(item: { archived_at: unknown }): boolean {
  return item.archived_at === null
}

export function canEditWorkItem(
  actor: Actor,
  item: Made & { archived_at: unknown; state__group: string },
): boolean {
  if (isInTriage(item)) return canEditIntake(actor, item)
  return takesChanges(item) && (atLeast(actor.role, role.member) || madeBy(actor, item))
}

/** Only what is done with, either way, leaves the lists for the archive. */
export function canArchiveWorkItem(item: { state__group: string }): boolean {
  return item.state__group === 'completed' || item.state__group === 'cancelled'
}

/** Whoever may put an item into the trash may take it out again. */
export function canDeleteWorkItem(actor: Actor, item: Made): boolean {
  return atLeast(actor.role, role.admin) || madeBy(actor, item)
}

/** The trash is for those who work in a project: it shows items of everybody. */
export function canSeeTrash(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.member)
}

/** What is deleted forever, nobody brings back. */
export function canPurgeWorkItems(actor: Pick<Actor, 'role'>): boolean {
  return atLeast(actor.role, role.admin)
}

/** For so long what was deleted can be brought back. */
export const trashDays = 30

const dayMs = 86_400_000

/** The moment before which what was deleted cannot be brought back at `now`, both in milliseconds. */
export function trashBegins(now: number): number {
  return now - trashDays * dayMs
}

/** Days in which it can still be brought back, counted up; none when it no longer can. */
export function daysLeftInTrash(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((deletedAt - trashBegins(now)) / dayMs))
}

function madeBy(actor: Actor, item: Made): boolean {
  return actor.role !== null && item.created_by === actor.user_id
}
