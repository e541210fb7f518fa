import { atom } from 'jotai'
import type { Change } from '#common/platform/changes.ts'
import { onHeard, request, store } from '../../platform/app/sync.ts'
import { currentSlug, onForget, onReload } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'

export interface Unread {
  /** Without mentions. */
  all: number
  mentions: number
}

/** How many wait to be read; undefined while that is not known. */
export const unreadAtom = atom<Unread | undefined>(undefined)

/** All that wait, in one number. */
export const waitingCountAtom = atom((get) => {
  const unread = get(unreadAtom)
  return unread === undefined ? 0 : unread.all + unread.mentions
})

/** Milliseconds between two questions: of a storm of changes the last answer counts. */
const apart = 250

let isAsking = false
let isStale = false

async function ask(): Promise<void> {
  isStale = true
  if (isAsking) return
  isAsking = true
  while (isStale) {
    isStale = false
    await readCounts()
    if (isStale) await new Promise((resolve) => setTimeout(resolve, apart))
  }
  isAsking = false
}

async function readCounts(): Promise<void> {
  const slug = currentSlug()
  try {
    const answer = await request('countNotifications', { params: { slug } })
    if (currentSlug() !== slug) return
    store.set(unreadAtom, {
      all: answer.total_unread_notifications_count,
      mentions: answer.mention_unread_notifications_count,
    })
  } catch (error) {
    // What was counted last is still the best that is known; the next change or connection asks again.
    if (!(error instanceof RequestError)) throw error
  }
}

/** Asks how many wait, and again with whatever changes that, until it is stopped. */
export function followCounts(): () => void {
  void ask()
  const stops = [
    onHeard((change) => {
      if (changesCounts(change)) void ask()
    }),
    onReload(ask),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** One's notifications, and who sees what. */
function changesCounts({ entity }: Change): boolean {
  return entity === 'notifications' || entity === 'project_members' || entity === 'projects'
}

onForget(() => store.set(unreadAtom, undefined))
