import { useAtomValue } from 'jotai'
import { Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { canManagePage } from '#common/pages/pages/rules.ts'
import type { TrashedPage } from '#common/pages/pages/schema.ts'
import { daysLeftInTrash } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { tables } from '../../../platform/app/sync.ts'
import { displayNameOf } from '../../../platform/person/display-name.ts'
import { LoadError } from '../../../platform/shell/LoadError.tsx'
import { ProjectCrumbs } from '../../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../../platform/shell/TopBar.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { buttonClass } from '../../../platform/ui/button-class.ts'
import { NotFoundState } from '../../../platform/ui/NotFoundState.tsx'
import { timeAgo } from '../../../platform/ui/time-ago.ts'
import { pageContainerActorAtom } from '../atoms.ts'
import { pageListTitle, pagesPath } from '../paths.ts'
import { restorePages } from './actions.ts'
import { useTrashedPages } from './use-trashed-pages.ts'

/** Replaces a page that does not exist. Everybody who could delete the page can restore it here. */
export function MissingPage({ projectId, pageId }: { projectId: string | null; pageId: string }) {
  const { t } = useTranslation()
  const { rows, status, retry } = useTrashedPages(projectId, pageId)
  const page = rows.find(({ id }) => id === pageId)
  const title = page
    ? t('trash.pages.goneTitle', { name: page.name || t('pages.untitled') })
    : t('pages.goneTitle')
  const list = { to: pagesPath(projectId), label: pageListTitle(projectId) }
  const toPages = (
    <Link className={buttonClass({})} to={list.to}>
      {t('trash.pages.toPages')}
    </Link>
  )
  return (
    <>
      <TopBar
        {...(status !== 'loading' && { title })}
        crumbs={<ProjectCrumbs projectId={projectId} page={list.label} />}
      />
      {page ? (
        <InTrash page={page} projectId={projectId} title={title} toPages={toPages} />
      ) : status === 'error' ? (
        <LoadError onRetry={retry} />
      ) : (
        status !== 'loading' && <NotFoundState title={title} text={t('pages.goneText')} action={toPages} />
      )}
    </>
  )
}

interface InTrashProps {
  page: TrashedPage
  projectId: string | null
  title: string
  toPages: ReactNode
}

function InTrash({ page, projectId, title, toPages }: InTrashProps) {
  const { t, i18n } = useTranslation()
  const canRestore = canManagePage(useAtomValue(pageContainerActorAtom(projectId)), page)
  const deleter = useAtomValue(tables.users.rowAtom(page.deleted_by ?? ''))
  const when = timeAgo(page.deleted_at, i18n.language)
  const days = daysLeftInTrash(Date.parse(page.deleted_at), Date.now())
  return (
    <NotFoundState
      icon={<Trash2 />}
      title={title}
      text={t('ui.sentences', {
        first: deleter
          ? t('trash.deletedBy', { name: displayNameOf(deleter), when })
          : t('trash.deletedWhen', { when }),
        second: t(canRestore ? 'trash.pages.goneText' : 'trash.pages.goneAsk', { count: days }),
      })}
      action={
        <>
          {canRestore && (
            <Button variant="primary" icon={<Undo2 />} onClick={() => void restorePages([page])}>
              {t('trash.restore')}
            </Button>
          )}
          {toPages}
        </>
      }
    />
  )
}
