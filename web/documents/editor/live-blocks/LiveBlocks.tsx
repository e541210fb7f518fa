import { type ReactNode, use, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { LiveBlock } from '#common/documents/content/live-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { DocumentPageContext } from './document-page.ts'
import { LiveBlockNote } from './LiveBlockNote.tsx'
import { LiveBlockSkeleton } from './LiveBlockSkeleton.tsx'
import type { LiveBlockPortals } from './live-block-view.ts'
import { SubPageList } from './SubPageList.tsx'

interface LiveBlocksProps {
  portals: LiveBlockPortals
  /** Renders the headings of the text. */
  renderContents: () => ReactNode
}

/** Renders the current content of the live blocks of a text. */
export function LiveBlocks({ portals, renderContents }: LiveBlocksProps) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map(({ key, dom, block }) =>
    createPortal(
      block?.kind === 'contents' ? renderContents() : <LiveBlockContent block={block} />,
      dom,
      String(key),
    ),
  )
}

function LiveBlockContent({ block }: { block: LiveBlock | null }) {
  const { t } = useTranslation()
  const features = useFeatures()
  const page = use(DocumentPageContext)
  if (block === null) return <LiveBlockNote>{t('editor.live.invalid')}</LiveBlockNote>
  if (block.kind === 'pages' && page === null)
    return <LiveBlockNote>{t('editor.live.pagesNote')}</LiveBlockNote>
  if (block.kind === 'pages' && page?.publicSubPages) return <SubPageList pages={page.publicSubPages} />
  const part = features.find(({ liveBlock }) => liveBlock?.kind === block.kind)?.liveBlock?.part
  if (part === undefined) return <LiveBlockNote>{t('editor.live.itemsNote')}</LiveBlockNote>
  return <LazyComponent part={part} props={{ block, page }} fallback={<LiveBlockSkeleton />} />
}
