import { useEffect } from 'react'
import type { VisitedKind } from '#common/pages/recent-visits/rules.ts'
import { request } from '../app/sync.ts'
import { RequestError } from '../sync/http.ts'
import { currentSlug, onWorkspaceSwitch } from './workspace.ts'

/**
 * Milliseconds before a visit counts, so that screens which the user only passes through are not recorded.
 */
const staysFor = 1500

let last: string | null = null
onWorkspaceSwitch(() => {
  last = null
})

/** Records that the user is viewing an item, page or project, for the list of recent visits. */
export function useRecordVisit(place: string | null): void {
  useEffect(() => {
    if (place === null) return
    const timer = setTimeout(() => void record(place), staysFor)
    return () => clearTimeout(timer)
  }, [place])
}

async function record(place: string): Promise<void> {
  const [kind = '', entity_identifier = ''] = place.split(':')
  const entity_name = kinds[kind]
  if (entity_name === undefined || place === last) return
  last = place
  try {
    await request('recordVisit', {
      params: { slug: currentSlug() },
      body: { entity_name, entity_identifier },
    })
  } catch (error) {
    // The error is ignored, because nobody waits for the result. The next visit of the same object is recorded
    // again.
    if (!(error instanceof RequestError)) throw error
    last = null
  }
}

const kinds: Record<string, VisitedKind> = { work_item: 'issue', page: 'page', project: 'project' }
