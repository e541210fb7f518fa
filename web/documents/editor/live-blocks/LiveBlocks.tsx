import { type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { LiveBlock } from '#common/documents/content/live-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { useIsPrinting } from '../../../platform/ui/printing.ts'
import { runWhenVisible } from '../when-visible.ts'
import { DocumentPageContext } from './document-page.ts'
import { LiveBlockNote } from './LiveBlockNote.tsx'
import { LiveBlockSkeleton } from './LiveBlockSkeleton.tsx'
import type { LiveBlockPortal, LiveBlockPortals } from './live-block-view.ts'
import { findRepeatedLiveBlocks } from './repeated-live-blocks.ts'
import { SubPageList } from './SubPageList.tsx'

interface LiveBlocksProps {
  portals: LiveBlockPortals
  /** Renders the table of contents: the headings of the text. */
  renderContents: () => ReactNode
  /** True for a text that is shown without an editor. Its lists have no controls that change rows. */
  isReadOnly?: boolean
}

/** Renders the current content of the live blocks of a text. */
export function LiveBlocks({ portals, renderContents, isReadOnly = false }: LiveBlocksProps) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  const repeated = findRepeatedLiveBlocks(list.toSorted(compareTextPositions))
  return list.map((portal) => {
    const { key, dom, block } = portal
    const content = repeated.has(portal) ? (
      <RepeatedLiveBlock />
    ) : block?.kind === 'contents' ? (
      renderContents()
    ) : block?.kind === 'items' ? (
      <NearItems dom={dom}>
        <LiveBlockContent block={block} isReadOnly={isReadOnly} />
      </NearItems>
    ) : (
      <LiveBlockContent block={block} isReadOnly={isReadOnly} />
    )
    return createPortal(content, dom, String(key))
  })
}

function compareTextPositions(a: LiveBlockPortal, b: LiveBlockPortal): number {
  return a.dom.compareDocumentPosition(b.dom) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
}

/** Shows the work items of a view when the block comes near the visible area, and for printing. */
function NearItems({ dom, children }: { dom: HTMLElement; children: ReactNode }) {
  const [isNear, setNear] = useState(false)
  const isPrinting = useIsPrinting()
  useEffect(() => runWhenVisible(dom, () => setNear(true), true), [dom])
  return isNear || isPrinting ? children : <LiveBlockSkeleton />
}

function RepeatedLiveBlock() {
  const { t } = useTranslation()
  return <LiveBlockNote>{t('editor.live.repeated')}</LiveBlockNote>
}

function LiveBlockContent({ block, isReadOnly }: { block: LiveBlock | null; isReadOnly: boolean }) {
  const { t } = useTranslation()
  const features = useFeatures()
  const page = use(DocumentPageContext)
  if (block === null) return <LiveBlockNote>{t('editor.live.invalid')}</LiveBlockNote>
  if (block.kind === 'pages' && page === null)
    return <LiveBlockNote>{t('editor.live.pagesNote')}</LiveBlockNote>
  if (block.kind === 'pages' && page?.publicSubPages) return <SubPageList pages={page.publicSubPages} />
  const part = features.find(({ liveBlock }) => liveBlock?.kind === block.kind)?.liveBlock?.part
  if (part === undefined) return <LiveBlockNote>{t('editor.live.itemsNote')}</LiveBlockNote>
  return <LazyComponent part={part} props={{ block, page, isReadOnly }} fallback={<LiveBlockSkeleton />} />
}
