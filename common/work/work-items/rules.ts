import { hasRoleAtLeast, type Role, role } from '../../platform/roles.ts'
import { canEditIntake, isIntakeItemInTriage } from './triage.ts'

export const maxWorkItemNameLength = 255

/**
 * Maximum number of assignees, labels or modules of one work item. It is limited because the index for lists
 * contains these values.
 */
export const maxValuesPerItemField = 50

/** The maximum number of sub-items that can be created with a new item. */
export const newSubItemsLimit = 50

/** Maximum number of work items that one call creates. */
export const maxItemsCreatedAtOnce = 50

/** The maximum number of work items that one call can change. */
export const maxItemsPerBulkCall = 10_000

export function workItemNameProblem(name: string): 'required' | 'too_long' | null {
  const text = name.trim()
  if (text === '') return 'required'
  return text.length > maxWorkItemNameLength ? 'too_long' : null
}

export function areDatesOutOfOrder(start: string | null, target: string | null): boolean {
  return start !== null && target !== null && start > target
}

interface Actor {
  user_id: string
  role: Role | null
}

interface Authored {
  created_by: string | null
}

export function canCreateWorkItems(actor: Actor): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

/**
 * Returns whether an item accepts changes. Archived items do not, and they accept no new sub-items or
 * relations. Existing sub-items and relations can still be removed.
 */
export function itemAcceptsChanges(item: { archived_at: unknown }): boolean {
  return item.archived_at === null
}

export function canEditWorkItem(
  actor: Actor,
  item: Authored & { archived_at: unknown; state__group: string },
): boolean {
  if (isIntakeItemInTriage(item)) return canEditIntake(actor, item)
  return itemAcceptsChanges(item) && (hasRoleAtLeast(actor.role, role.member) || isAuthor(actor, item))
}

/** Returns whether an item can be archived, which requires that it is completed or cancelled. */
export function canArchiveWorkItem(item: { state__group: string }): boolean {
  return item.state__group === 'completed' || item.state__group === 'cancelled'
}

/**
 * Returns whether the user may delete and restore an item. Admins may, and so may its author while they are in the
 * project.
 */
export function canDeleteWorkItem(actor: Actor, item: Authored): boolean {
  return hasRoleAtLeast(actor.role, role.admin) || isAuthor(actor, item)
}

/**
 * Returns whether the user may see the trash, which contains the items of everyone in the project. Members
 * may.
 */
export function canSeeTrash(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.member)
}

/** Returns whether the user may delete items permanently. Only admins may, because it cannot be undone. */
export function canPurgeWorkItems(actor: Pick<Actor, 'role'>): boolean {
  return hasRoleAtLeast(actor.role, role.admin)
}

/** The number of days in which deleted items can be restored. */
export const trashDays = 30

const dayMs = 86_400_000

/**
 * Returns the time before which deleted items can no longer be restored. The argument and the result are in
 * milliseconds since 1970.
 */
export function oldestRestorableDeletion(now: number): number {
  return now - trashDays * dayMs
}

/** Returns the number of days in which the item can still be restored, rounded up. */
export function daysLeftInTrash(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((deletedAt - oldestRestorableDeletion(now)) / dayMs))
}

function isAuthor(actor: Actor, item: Authored): boolean {
  return actor.role !== null && item.created_by === actor.user_id
}
