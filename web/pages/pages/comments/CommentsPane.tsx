import { useAtom, useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import type { LoadState } from '../../../platform/shell/use-load-state.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { SegmentedControl } from '../../../platform/ui/SegmentedControl.tsx'
import { Sheet } from '../../../platform/ui/Sheet.tsx'
import { useMediaQuery } from '../../../platform/ui/use-media-query.ts'
import { commentsPaneOpenAtom, floatingPanePositionAtom, pageThreadsAtom, threadFilterAtom } from './atoms.ts'
import { PageThreads } from './PageThreads.tsx'

interface CommentsPaneProps {
  page: PageRow
  loaded: LoadState
}

/**
 * The pane with the comments of a page. On wide screens it is beside the text. After a click on a commented text it
 * floats above the text, so that the text does not move. On narrow screens it is a sheet.
 */
export function CommentsPane({ page, loaded }: CommentsPaneProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useAtom(commentsPaneOpenAtom)
  const [over, setOver] = useAtom(floatingPanePositionAtom)
  useEffect(() => {
    if (!isOpen) setOver(null)
  }, [isOpen, setOver])
  const isWide = useMediaQuery('(min-width: 64rem)')
  const header = <Header page={page} onClose={() => setOpen(false)} />
  const threads = <PageThreads key={page.id} page={page} loaded={loaded} />
  if (!isWide) {
    return (
      <Sheet open={isOpen} onOpenChange={setOpen} label={t('pages.comments.title')} header={header}>
        {threads}
      </Sheet>
    )
  }
  if (!isOpen) return null
  return (
    <aside
      aria-label={t('pages.comments.title')}
      style={over ?? undefined}
      className={cx(
        'flex w-85 shrink-0 flex-col border-line border-s',
        over && 'absolute end-0 z-peek border-y bg-sheet shadow-float',
      )}
    >
      <div className="flex min-h-topbar shrink-0 items-center gap-1 px-3">{header}</div>
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">{threads}</div>
    </aside>
  )
}

function Header({ page, onClose }: { page: PageRow; onClose: () => void }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useAtom(threadFilterAtom)
  const threads = useAtomValue(pageThreadsAtom(page.id))
  const resolved = threads.filter(({ comment }) => comment.resolved_at !== null).length
  return (
    <>
      <h2 className="me-auto truncate font-strong">{t('pages.comments.title')}</h2>
      <SegmentedControl
        label={t('pages.comments.which')}
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'open', label: t('pages.comments.open', { count: threads.length - resolved }) },
          { value: 'resolved', label: t('pages.comments.resolvedOnes', { count: resolved }) },
        ]}
      />
      <IconButton label={t('ui.close')} icon={<X />} onClick={onClose} />
    </>
  )
}
