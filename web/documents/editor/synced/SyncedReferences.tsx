import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { SyncedReference } from '#common/documents/content/synced-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { type SyncedSource, useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { useIsPrinting } from '../../../platform/ui/printing.ts'
import { LiveBlockNote } from '../live-blocks/LiveBlockNote.tsx'
import { LiveBlockSkeleton } from '../live-blocks/LiveBlockSkeleton.tsx'
import { runWhenVisible } from '../when-visible.ts'
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

/** The number of references in one text whose content is shown, because the content may have editors of its own. */
const maxShown = 100

/** Renders the content of the synced blocks to which a text refers. */
export function SyncedReferences({ portals, renderText }: SyncedReferencesProps) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map((portal, index) =>
    createPortal(
      index < maxShown ? <NearContent portal={portal} renderText={renderText} /> : <TooMany />,
      portal.dom,
      String(portal.key),
    ),
  )
}

function TooMany() {
  const { t } = useTranslation()
  return <LiveBlockNote>{t('editor.synced.tooMany', { limit: maxShown })}</LiveBlockNote>
}

interface SyncedContentProps extends Pick<SyncedReferencesProps, 'renderText'> {
  portal: SyncedReferencePortal
}

/** Loads the content when it comes near the visible area, and for printing. */
function NearContent(props: SyncedContentProps) {
  const { dom } = props.portal
  const [isNear, setNear] = useState(false)
  const isPrinting = useIsPrinting()
  useEffect(() => runWhenVisible(dom, () => setNear(true), true), [dom])
  return isNear || isPrinting ? <SyncedContent {...props} /> : <LiveBlockSkeleton />
}

function SyncedContent({ portal, renderText }: SyncedContentProps) {
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
