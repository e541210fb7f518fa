import { atom } from 'jotai'
import { type CalendarFeedKind, calendarFeedKinds } from '#common/sharing/calendar-feeds/rules.ts'
import { store } from '../app/sync.ts'

/** The contents of a calendar address. `id` is the id of a workspace for the kind `assigned`. */
export interface CalendarTarget {
  kind: CalendarFeedKind
  id: string
}

/** The target for which the dialog with a new calendar address is open. The value is null while it is closed. */
export const calendarTargetAtom = atom<CalendarTarget | null>(null)

export function openCalendarDialog(target: CalendarTarget): void {
  store.set(calendarTargetAtom, target)
}

/**
 * Returns the target of a list of work items from the key of its listing context. Returns null for lists to which
 * nobody can subscribe, such as the archive.
 */
export function calendarTargetOfList(contextKey: string): CalendarTarget | null {
  const [name, id] = contextKey.split(':')
  const kind = calendarFeedKinds.find((one) => one === name)
  return kind === undefined || id === undefined ? null : { kind, id }
}
