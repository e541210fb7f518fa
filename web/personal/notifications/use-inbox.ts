import { atom, useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import {
  matchesNotificationFilter,
  type NotificationFilter,
  notificationSortTime,
  notificationsPageSize,
} from '#common/personal/notifications/rules.ts'
import type { NotificationResponse, NotificationRow } from '#common/personal/notifications/schema.ts'
import { applyRows, replaceRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { addMissingPeople } from '../../platform/person/people.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/**
 * Returns the notifications on the loaded pages, updated live. The notification `open` stays in the list even
 * when it no longer matches the filter, for example after it was read.
 */
export function useInboxNotifications(shown: NotificationFilter, open: string | null) {
  const { mentioned, which } = shown
  const types = shown.types.join(',')
  const pages = useRef(1)
  // The last row of the loaded pages, or null if all rows are loaded. Rows that sort after it are hidden
  // until the next page is loaded, because rows between them may be missing.
  const [end, setEnd] = useState<NotificationRow | null>(null)
  const read = useCallback(async () => {
    const rows: NotificationRow[] = []
    let last: NotificationRow | null = null
    let oldest = Number.POSITIVE_INFINITY
    for (let page = 0, cursor = `${notificationsPageSize}:0:0`; page < pages.current; page++) {
      const { answer, version } = await requestWithVersion('listNotifications', {
        params: { slug: currentSlug() },
        query: queryOf({ mentioned, types, which }, cursor),
      })
      if (Array.isArray(answer)) break
      addMissingPeople(
        answer.results.map(({ triggered_by_details }) => triggered_by_details),
        version,
      )
      rows.push(...answer.results.map(asRow))
      oldest = Math.min(oldest, version)
      last = answer.next_page_results ? (rows.at(-1) ?? null) : null
      if (last === null) break
      cursor = answer.next_cursor
    }
    const wanted = listed({ mentioned, types, which })
    const within = last === null ? Number.NEGATIVE_INFINITY : notificationSortTime(last)
    const now = Date.now()
    // Removes rows that the user can no longer see, because the responses do not contain these rows.
    replaceRows(
      'notifications',
      rows,
      oldest,
      (row) => matchesNotificationFilter(row, wanted, now) && notificationSortTime(row) >= within,
    )
    setEnd(last)
  }, [mentioned, types, which])
  const { status, retry } = useLoadState(read)
  const rowsAtom = useMemo(
    () =>
      atom((get) =>
        get(tables.notifications.allAtom).filter(
          ({ project_id }) => project_id === null || get(projectRoleAtom(project_id)) !== null,
        ),
      ),
    [],
  )
  const all = useAtomValue(rowsAtom)
  const rows = useMemo(() => {
    const wanted = listed({ mentioned, types, which })
    const now = Date.now()
    return all
      .filter((row) => row.id === open || matchesNotificationFilter(row, wanted, now))
      .filter((row) => row.is_mentioned_notification || !mentioned)
      .filter((row) => end === null || compare(row, end) <= 0)
      .sort(compare)
  }, [all, mentioned, types, which, open, end])
  const more = useCallback(() => {
    if (end === null) return
    pages.current += 1
    retry()
  }, [end, retry])
  return { status, retry, rows, more }
}

/** Loads a single notification. Throws `RequestError`. */
export async function loadNotification(id: string): Promise<void> {
  const { answer, version } = await requestWithVersion('getNotification', {
    params: { slug: currentSlug(), notification_id: id },
  })
  addMissingPeople([answer.triggered_by_details], version)
  applyRows('notifications', [asRow(answer)], version)
}

interface InboxQuery extends Pick<NotificationFilter, 'mentioned' | 'which'> {
  /** The reasons to show, separated by commas. An empty string means all reasons. */
  types: string
}

function listed({ types, ...wanted }: InboxQuery): NotificationFilter {
  return { ...wanted, types: types === '' ? [] : (types.split(',') as NotificationFilter['types'][number][]) }
}

function queryOf({ mentioned, types, which }: InboxQuery, cursor: string) {
  return {
    per_page: String(notificationsPageSize),
    cursor,
    ...(mentioned ? { mentioned: 'true' as const } : { include_mentions: 'true' as const }),
    ...(types !== '' && !mentioned && { type: types }),
    ...(which === 'unread' && { read: 'false' as const }),
    ...(which === 'snoozed' && { snoozed: 'true' as const }),
    ...(which === 'archived' && { archived: 'true' as const }),
  }
}

function asRow({
  receiver: ______,
  workspace: _,
  project: __,
  triggered_by_details: ___,
  is_inbox_issue: ____,
  is_intake_issue: _____,
  ...row
}: NotificationResponse): NotificationRow {
  return row
}

function compare(a: NotificationRow, b: NotificationRow): number {
  return notificationSortTime(b) - notificationSortTime(a) || (a.id < b.id ? 1 : -1)
}
