import { useCallback, useState } from 'react'
import { syncedBlockHash } from '#common/documents/content/synced-blocks.ts'
import type { SyncedBlock } from '#common/pages/pages/schema.ts'
import type { Change } from '#common/platform/changes.ts'
import { LiveBlockSkeleton } from '../../../documents/editor/live-blocks/LiveBlockSkeleton.tsx'
import { SyncedNote } from '../../../documents/editor/synced/SyncedNote.tsx'
import { onChangeApplied, request } from '../../../platform/app/sync.ts'
import type { SyncedContentProps } from '../../../platform/shell/feature.ts'
import { LoadedContent } from '../../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../../platform/shell/workspace.ts'
import { pagePath, pageTrashPath } from '../paths.ts'

/** Loads a synced block for a text that refers to it. */
export function SyncedBlockContent({ reference: { page, block }, renderText }: SyncedContentProps) {
  const [found, setFound] = useState<SyncedBlock | null>(null)
  const load = useLoadState(
    useCallback(async () => {
      const params = { slug: currentSlug(), page_id: page, block_id: block }
      setFound(await request('getSyncedBlock', { params, query: {} }))
    }, [page, block]),
  )
  useReloadAfterEvents(
    useCallback(
      (onEvent) => [onChangeApplied((change) => (mayChangeAccess(change, page) ? onEvent() : undefined))],
      [page],
    ),
    load.reload,
  )
  return (
    <LoadedContent
      of={load}
      compact
      skeleton={<LiveBlockSkeleton />}
      noAccess={<SyncedNote state="hidden" />}
    >
      {found === null ? <LiveBlockSkeleton /> : <Found found={found} block={block} renderText={renderText} />}
    </LoadedContent>
  )
}

interface FoundProps extends Pick<SyncedContentProps, 'renderText'> {
  found: SyncedBlock
  block: string
}

function Found({ found: { page, state, description_html: html }, block, renderText }: FoundProps) {
  if (state === 'trashed')
    return <SyncedNote state="trashed" source={{ page, path: pageTrashPath(page.project_id), html }} />
  return renderText({ page, path: `${pagePath(page.project_id, page.id)}#${syncedBlockHash(block)}`, html })
}

/**
 * Returns true if a change may alter whether the user can see the page, or where it is. Changes of projects and
 * memberships count too, because they determine which pages the user sees.
 */
function mayChangeAccess({ entity, id, op, fields }: Change, page: string): boolean {
  if (entity === 'project_members' || entity === 'projects' || entity === 'workspace_members') return true
  if (entity !== 'pages' || id !== page) return false
  return op !== 'update' || ['access', 'shares', 'project_ids', 'name'].some((field) => field in fields)
}
