import { useCallback, useRef, useState } from 'react'
import type { Activity } from '#common/work/activities/schema.ts'
import { useAutoReloadedValue } from '../../planning/figures/use-auto-reloaded-value.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

const anyItem = () => true

/** Returns the activities of a user, newest first. They are loaded again when items change. */
export function useActivities(userId: string, pageSize: number) {
  const pages = useRef(1)
  const [hasMore, setHasMore] = useState(false)
  const read = useCallback(async (): Promise<readonly Activity[]> => {
    const found: Activity[] = []
    for (let page = 0, cursor = `${pageSize}:0:0`; page < pages.current; page++) {
      const { results, next_page_results, next_cursor } = await request('listUserActivity', {
        params: { slug: currentSlug(), user_id: userId },
        query: { per_page: String(pageSize), cursor },
      })
      found.push(...results)
      cursor = next_cursor
      setHasMore(next_page_results)
      if (!next_page_results) break
    }
    return found
  }, [userId, pageSize])
  const { value, status, retry } = useAutoReloadedValue(read, anyItem)
  const more = () => {
    pages.current += 1
    retry()
  }
  return { activities: value, status, retry, more: hasMore ? more : null }
}
