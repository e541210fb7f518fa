import type { NotificationData } from '#common/personal/notifications/schema.ts'
import { onChangeApplied, request, store } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { unreadCountsAtom } from './counts.ts'

/**
 * Marks notifications of an item or page as read while the item or page is visible. Returns a function that must be
 * called when the user leaves it.
 */
export function markReadWhileVisible(id: string): () => void {
  const isSeen = () => document.visibilityState === 'visible'
  const markIfVisible = () => {
    const unread = store.get(unreadCountsAtom)
    const isNothing = unread !== undefined && unread.all + unread.mentions === 0
    if (isSeen() && !isNothing) void markItemRead(id)
  }
  markIfVisible()
  document.addEventListener('visibilitychange', markIfVisible)
  const stop = onChangeApplied(({ entity, fields }) => {
    // Only new events mark a visible notification as read, so a notification that the user marked as unread
    // stays unread.
    const data = entity === 'notifications' ? (fields['data'] as NotificationData | undefined) : undefined
    if ((data?.issue ?? data?.page)?.id === id && isSeen()) void markItemRead(id)
  })
  return () => {
    document.removeEventListener('visibilitychange', markIfVisible)
    stop()
  }
}

async function markItemRead(entity_identifier: string): Promise<void> {
  try {
    await request('markAllRead', { params: { slug: currentSlug() }, body: { entity_identifier } })
  } catch (error) {
    // After a failed request, the notification stays unread until the next attempt.
    if (!(error instanceof RequestError)) throw error
  }
}
