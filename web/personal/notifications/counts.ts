import { atom } from 'jotai'
import type { Change } from '#common/platform/changes.ts'
import { onChangeApplied, request, store } from '../../platform/app/sync.ts'
import { currentSlug, onWorkspaceReload, onWorkspaceSwitch } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

export interface UnreadCounts {
  /** The number of unread notifications that are not mentions. */
  all: number
  mentions: number
}

/** The unread counts, or undefined while they are unknown. */
export const unreadCountsAtom = atom<UnreadCounts | undefined>(undefined)

/** The number of unread notifications and mentions together. It is 0 while the counts are unknown. */
export const unreadTotalAtom = atom((get) => {
  const unread = get(unreadCountsAtom)
  return unread === undefined ? 0 : unread.all + unread.mentions
})

/** Minimum milliseconds between two requests. After many changes, one request gets the final counts. */
const minRequestInterval = 250

let isLoading = false
let isStale = false

async function requestCounts(): Promise<void> {
  isStale = true
  if (isLoading) return
  isLoading = true
  while (isStale) {
    isStale = false
    await readCounts()
    if (isStale) await new Promise((resolve) => setTimeout(resolve, minRequestInterval))
  }
  isLoading = false
}

async function readCounts(): Promise<void> {
  const slug = currentSlug()
  try {
    const answer = await request('countNotifications', { params: { slug } })
    if (currentSlug() !== slug) return
    store.set(unreadCountsAtom, {
      all: answer.total_unread_notifications_count,
      mentions: answer.mention_unread_notifications_count,
    })
  } catch (error) {
    // After an error, the previous counts stay. The next change or reconnection loads the counts again.
    if (!(error instanceof RequestError)) throw error
  }
}

/** Loads the counts now and after every relevant change. Returns a function that ends these updates. */
export function subscribeToUnreadCounts(): () => void {
  void requestCounts()
  const stops = [
    onChangeApplied((change) => {
      if (changesCounts(change)) void requestCounts()
    }),
    onWorkspaceReload(requestCounts),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Returns true if a change can alter the unread counts: a changed notification or a change of the user's
 * access.
 */
function changesCounts({ entity }: Change): boolean {
  return entity === 'notifications' || entity === 'project_members' || entity === 'projects'
}

onWorkspaceSwitch(() => store.set(unreadCountsAtom, undefined))
