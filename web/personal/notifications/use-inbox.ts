import { atom, useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import {
  isShown,
  type NotificationFilter,
  notificationsPage,
  placeOf,
} from '#common/personal/notifications/rules.ts'
import type { NotificationAnswer, NotificationRow } from '#common/personal/notifications/schema.ts'
import { applyRows, replaceRows, requestWithVersion, tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/may.ts'
import { useLoaded } from '../../platform/shell/use-loaded.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/**
 * One's notifications as far as one has scrolled, live from the rows that are heard. `open` is the one that is read: it stays in the list
 * although it may not belong there any more, as one that was unread does not.
 */
export function useInbox(shown: NotificationFilter, open: string | null) {
  const { mentioned, which } = shown
  const types = shown.types.join(',')
  const pages = useRef(1)
  // The last row of what was read, while there is more behind it: what would stand there is not shown yet.
  const [end, setEnd] = useState<NotificationRow | null>(null)
  const read = useCallback(async () => {
    const rows: NotificationRow[] = []
    let last: NotificationRow | null = null
    let oldest = Number.POSITIVE_INFINITY
    for (let page = 0, cursor = `${notificationsPage}:0:0`; page < pages.current; page++) {
      const { answer, version } = await requestWithVersion('listNotifications', {
        params: { slug: currentSlug() },
        query: queryOf({ mentioned, types, which }, cursor),
      })
      if (Array.isArray(answer)) break
      rows.push(...answer.results.map(asRow))
      oldest = Math.min(oldest, version)
      last = answer.next_page_results ? (rows.at(-1) ?? null) : null
      if (last === null) break
      cursor = answer.next_cursor
    }
    const wanted = listed({ mentioned, types, which })
    const within = last === null ? Number.NEGATIVE_INFINITY : placeOf(last)
    const now = Date.now()
    // What one sees no more is not answered, and goes.
    replaceRows('notifications', rows, oldest, (row) => isShown(row, wanted, now) && placeOf(row) >= within)
    setEnd(last)
  }, [mentioned, types, which])
  const { status, retry } = useLoaded(read)
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
      .filter((row) => row.id === open || isShown(row, wanted, now))
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

/** Reads one that no page has answered. Throws `RequestError`. */
export async function readNotification(id: string): Promise<void> {
  const { answer, version } = await requestWithVersion('getNotification', {
    params: { slug: currentSlug(), notification_id: id },
  })
  applyRows('notifications', [asRow(answer)], version)
}

interface Wanted extends Pick<NotificationFilter, 'mentioned' | 'which'> {
  /** With commas between them; none for all. */
  types: string
}

function listed({ types, ...wanted }: Wanted): NotificationFilter {
  return { ...wanted, types: types === '' ? [] : (types.split(',') as NotificationFilter['types'][number][]) }
}

function queryOf({ mentioned, types, which }: Wanted, cursor: string) {
  return {
    per_page: String(notificationsPage),
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
}: NotificationAnswer): NotificationRow {
  return row
}

function compare(a: NotificationRow, b: NotificationRow): number {
  return placeOf(b) - placeOf(a) || (a.id < b.id ? 1 : -1)
}
