import { useCallback } from 'react'
import { callForContainer } from '../../../platform/app/call-for-container.ts'
import { request } from '../../../platform/app/sync.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { TrashHint } from '../../../work/listing/trash/TrashHint.tsx'
import { pageTrashPath } from '../paths.ts'
import { subscribeToPageChanges } from './use-trashed-pages.ts'

/** Hint about deleted pages, shown in an empty page list. */
export function PageTrashHint({ projectId }: { projectId: string | null }) {
  return (
    <TrashHint
      to={pageTrashPath(projectId)}
      count={useCallback(async () => {
        const params = { slug: currentSlug(), project_id: projectId ?? '' }
        const { total_count } = await request(callForContainer(projectId, 'listTrashedPages'), {
          params,
          query: { per_page: '1' },
        })
        return total_count
      }, [projectId])}
      follow={subscribeToPageChanges}
    />
  )
}
