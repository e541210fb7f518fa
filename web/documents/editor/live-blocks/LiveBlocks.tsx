import { type ReactNode, use, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { LiveBlock, LiveBlockKind } from '#common/documents/content/live-blocks.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { DocumentPageContext } from './document-page.ts'
import { LiveBlockNote } from './LiveBlockNote.tsx'
import { LiveBlockSkeleton } from './LiveBlockSkeleton.tsx'
import type { LiveBlockPortal, LiveBlockPortals } from './live-block-view.ts'
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
  const firsts = { contents: firstElement(list, 'contents'), pages: firstElement(list, 'pages') }
  return list.map(({ key, dom, block }) => {
    const isRepeated = block !== null && block.kind !== 'items' && firsts[block.kind] !== dom
    const content = isRepeated ? (
      <RepeatedLiveBlock />
    ) : block?.kind === 'contents' ? (
      renderContents()
    ) : (
      <LiveBlockContent block={block} isReadOnly={isReadOnly} />
    )
    return createPortal(content, dom, String(key))
  })
}

/**
 * Returns the element of the first live block of a kind in the text. Only this block shows the complete list,
 * because a text with many headings and many live blocks would otherwise be too large to render.
 */
function firstElement(list: readonly LiveBlockPortal[], kind: LiveBlockKind): HTMLElement | undefined {
  const elements = list.flatMap(({ dom, block }) => (block?.kind === kind ? dom : []))
  return elements.reduce<HTMLElement | undefined>(
    (first, dom) =>
      first && (first.compareDocumentPosition(dom) & Node.DOCUMENT_POSITION_PRECEDING) === 0 ? first : dom,
    undefined,
  )
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
