import { syncedBlockHash } from '#common/documents/content/synced-blocks.ts'
import type { SyncedBlock } from '#common/pages/pages/schema.ts'
import { LiveBlockSkeleton } from '../../../documents/editor/live-blocks/LiveBlockSkeleton.tsx'
import { SyncedNote } from '../../../documents/editor/synced/SyncedNote.tsx'
import type { SyncedContentProps } from '../../../platform/shell/feature.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import { pagePath, pageTrashPath } from '../paths.ts'
import { useSyncedSource } from './synced-sources.ts'

/** Loads a synced block for a text that refers to it. */
export function SyncedBlockContent({ reference, renderText }: SyncedContentProps) {
  const { status, found, failure, retry } = useSyncedSource(reference)
  if (status === 'no_access') return <SyncedNote state="hidden" />
  if (status === 'error') return <LoadError compact onRetry={retry} failure={failure} />
  if (found === null) return <LiveBlockSkeleton />
  return <Found found={found} block={reference.block} renderText={renderText} />
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
