import { useAtomValue } from 'jotai'
import { ChevronRight, FileText, Lock, LockKeyhole } from 'lucide-react'
import { Link } from 'react-router'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { isPrivatePage, pageRightsAtom } from './atoms.ts'
import { PageListLabels } from './PageListLabels.tsx'
import { PageMenu } from './PageMenu.tsx'
import { pagePath } from './paths.ts'
import { lastPageVisitTimesAtom, type PageListSettings, type PageTreeRow } from './tree.ts'

interface PageListRowProps {
  line: PageTreeRow
  projectId: string | null
  /** If true, the line shows the name of the parent page, because a flat list does not show the tree. */
  isFlat: boolean
  /** The order of the list, which determines the date that the line shows. */
  order: PageListSettings['order']
  onFold: () => void
}

/**
 * One page in the list. A page that is dropped on the edge of the row is moved beside this page. A page that
 * is dropped on the middle of the row becomes a sub-page.
 */
export function PageListRow({ line, projectId, isFlat, order, onFold }: PageListRowProps) {
  const { t } = useTranslation()
  const { page, level, hasChildren, isFolded } = line
  const rights = useAtomValue(pageRightsAtom(page.id))
  const owner = useAtomValue(tables.users.rowAtom(page.owned_by))
  const above = useAtomValue(tables.pages.rowAtom(page.parent ?? ''))
  const name = page.name || t('pages.untitled')
  return (
    <SortableRow
      as="div"
      row={page.id}
      fixed={!rights.place}
      disabled={!rights.edit || page.archived_at !== null}
      data-page={page.id}
      onKeyDown={(event) => {
        if (event.altKey || event.defaultPrevented || !hasChildren) return
        if (event.key !== (isFolded ? 'ArrowRight' : 'ArrowLeft')) return
        event.preventDefault()
        onFold()
      }}
      className="group/page flex h-10 items-center gap-1 border-b border-line pe-2 ps-2 hover:bg-hover"
    >
      <span aria-hidden className="shrink-0" style={{ width: `${Math.min(level, 8) * 1.25}rem` }} />
      {hasChildren ? (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'pages.unfold' : 'pages.fold', { name })}
          onClick={onFold}
          className="touch-target flex size-6 shrink-0 items-center justify-center rounded-sm text-icon-faint hover:bg-hover hover:text-text"
        >
          <ChevronRight className={cx('transition-transform', !isFolded && 'rotate-90')} />
        </button>
      ) : (
        <span aria-hidden className="size-6 shrink-0" />
      )}
      <Link
        to={pagePath(projectId, page.id)}
        draggable={false}
        className="flex h-full min-w-0 flex-1 items-center gap-2.5 -outline-offset-2"
      >
        <ProjectLogo logo={page.logo_props} name={page.name} fallback={<FileText />} />
        <span dir="auto" className="min-w-0 truncate text-ui-start font-medium">
          {name}
        </span>
        {isFlat && above && (
          <span dir="auto" className="min-w-0 truncate text-sm text-faint">
            {t('pages.below', { name: above.name || t('pages.untitled') })}
          </span>
        )}
        <PageListLabels page={page} />
        <span className="flex-1" />
        {page.is_locked && <Lock className="text-icon-faint" aria-label={t('pages.locked')} />}
        {isPrivatePage(page) && <LockKeyhole className="text-icon-faint" aria-label={t('pages.private')} />}
        <LineDate page={page} order={order} />
        {owner && <Avatar id={owner.id} name={displayNameOf(owner)} src={owner.avatar_url} size="xs" />}
      </Link>
      <PageMenu page={page} projectId={projectId} on="row" />
    </SortableRow>
  )
}

/** Shows the last edit, or the date that the list is sorted by. */
function LineDate({ page, order }: Pick<PageListRowProps, 'order'> & { page: PageRow }) {
  const { t, i18n } = useTranslation()
  const opened = useAtomValue(lastPageVisitTimesAtom).get(page.id)
  const ago = (moment: string) => ({ when: timeAgo(moment, i18n.language) })
  const words =
    order === 'created_at'
      ? t('pages.createdWhen', ago(page.created_at))
      : order === 'opened_at' && opened !== undefined
        ? t('pages.openedWhen', ago(opened))
        : t('pages.updated', ago(page.updated_at))
  return <span className="hidden shrink-0 text-sm text-faint tabular sm:block">{words}</span>
}
