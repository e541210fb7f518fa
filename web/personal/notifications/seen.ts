import type { NotificationData } from '#common/personal/notifications/schema.ts'
import { onHeard, request, store } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { unreadAtom } from './counts.ts'

/** Marks notifications of an item or page as read while the person looks at it. Answers what ends that. */
export function markWhileSeen(id: string): () => void {
  const isSeen = () => document.visibilityState === 'visible'
  const look = () => {
    const unread = store.get(unreadAtom)
    const isNothing = unread !== undefined && unread.all + unread.mentions === 0
    if (isSeen() && !isNothing) void markItemRead(id)
  }
  look()
  document.addEventListener('visibilitychange', look)
  const stop = onHeard(({ entity, fields }) => {
    // What was marked unread by hand stays so: only what happened anew says what happened.
    const data = entity === 'notifications' ? (fields['data'] as NotificationData | undefined) : undefined
    if ((data?.issue ?? data?.page)?.id === id && isSeen()) void markItemRead(id)
  })
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop()
  }
}

async function markItemRead(entity_identifier: string): Promise<void> {
  try {
    await request('markAllRead', { params: { slug: currentSlug() }, body: { entity_identifier } })
  } catch (error) {
    // It stays unread, which the next look puts right.
    if (!(error instanceof RequestError)) throw error
  }
}
