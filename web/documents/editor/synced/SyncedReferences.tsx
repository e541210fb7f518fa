import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { SyncedReference } from '#common/documents/content/synced-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { type SyncedSource, useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { LiveBlockNote } from '../live-blocks/LiveBlockNote.tsx'
import { LiveBlockSkeleton } from '../live-blocks/LiveBlockSkeleton.tsx'
import { SyncedNote } from './SyncedNote.tsx'
import type { SyncedReferencePortal, SyncedReferencePortals } from './synced-views.ts'

export type RenderSyncedText = (
  source: SyncedSource,
  reference: SyncedReference,
  portal: SyncedReferencePortal,
) => ReactNode

interface SyncedReferencesProps {
  portals: SyncedReferencePortals
  /** Renders the content of a synced block. Is undefined inside a synced block, which shows no other synced blocks. */
  renderText: RenderSyncedText | undefined
}

/** Renders the content of the synced blocks to which a text refers. */
export function SyncedReferences({ portals, renderText }: SyncedReferencesProps) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map((portal) =>
    createPortal(<SyncedContent portal={portal} renderText={renderText} />, portal.dom, String(portal.key)),
  )
}

function SyncedContent({
  portal,
  renderText,
}: {
  portal: SyncedReferencePortal
  renderText: RenderSyncedText | undefined
}) {
  const { t } = useTranslation()
  const part = useFeatures().find(({ syncedBlocks }) => syncedBlocks !== undefined)?.syncedBlocks?.content
  const { dom, reference } = portal
  if (reference === null) return <LiveBlockNote>{t('editor.live.invalid')}</LiveBlockNote>
  if (renderText === undefined || dom.closest('.synced-block') !== null) return <SyncedNote state="nested" />
  if (part === undefined) return <SyncedNote state="membersOnly" />
  return (
    <LazyComponent
      part={part}
      props={{ reference, renderText: (source) => renderText(source, reference, portal) }}
      fallback={<LiveBlockSkeleton />}
    />
  )
}
