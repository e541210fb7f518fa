import { useAtomValue } from 'jotai'
import { FileText, Lock, LockKeyhole, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { PageRow } from '#common/pages/schema.ts'
import { tables } from '../app/sync.ts'
import { liveTitle } from '../editor/DocumentTitle.tsx'
import { ListSkeleton } from '../listing/layouts/skeletons.tsx'
import { useTranslation } from '../locales/i18n.ts'
import { useCanCreate } from '../permissions/may.ts'
import { LoadError } from '../shell/LoadError.tsx'
import { ProjectCrumbs } from '../shell/ProjectCrumbs.tsx'
import { TopBar } from '../shell/TopBar.tsx'
import { currentSlug } from '../shell/workspace.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useHotkey } from '../ui/hotkeys.ts'
import { Input } from '../ui/Input.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { timeAgo } from '../ui/time-ago.ts'
import { usePreload } from '../ui/use-preload.ts'
import { VirtualList } from '../ui/VirtualList.tsx'
import { createPage } from './actions.ts'
import { isPrivate, pagesAtom } from './atoms.ts'
import { usePages } from './load.ts'

/** The pages of a project: find one, open it, begin another. */
export function Pages() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const { status, retry } = usePages(projectId)
  const navigate = useNavigate()
  const isOff = useAtomValue(tables.projects.rowAtom(projectId))?.page_view === false
  const canCreate = useCanCreate(projectId) && !isOff
  usePreload(liveTitle)
  const create = async () => {
    const id = await createPage(projectId)
    if (id !== null) await navigate(`/${currentSlug()}/projects/${projectId}/pages/${id}`)
  }
  useHotkey('n d', () => void create(), {
    enabled: canCreate,
    description: t('pages.new'),
    group: t('shell.keys.create'),
  })
  const button = canCreate && (
    <Button variant="primary" icon={<Plus />} onClick={() => void create()}>
      <span className="max-sm:sr-only">{t('pages.new')}</span>
    </Button>
  )
  return (
    <>
      <TopBar
        title={t('pages.title')}
        crumbs={<ProjectCrumbs projectId={projectId} page={t('pages.title')} />}
        actions={button}
      />
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <LoadError onRetry={retry} />}
      {status === 'no_access' && (
        <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      )}
      {status === 'ready' && isOff && <NoAccess title={t('pages.off')} />}
      {status === 'ready' && !isOff && <PageList projectId={projectId} create={canCreate ? create : null} />}
    </>
  )
}

function PageList({ projectId, create }: { projectId: string; create: (() => Promise<void>) | null }) {
  const { t } = useTranslation()
  const pages = useAtomValue(pagesAtom(projectId))
  const [query, setQuery] = useState('')
  const words = query.trim().toLocaleLowerCase()
  const shown = pages.filter((page) => page.name.toLocaleLowerCase().includes(words))
  if (pages.length === 0) {
    return (
      <EmptyState
        icon={<FileText />}
        title={t('pages.emptyTitle')}
        text={t('pages.emptyText')}
        action={
          create && (
            <Button variant="primary" icon={<Plus />} keys="n d" onClick={() => void create()}>
              {t('pages.new')}
            </Button>
          )
        }
      />
    )
  }
  return (
    <>
      <div className="flex h-10 shrink-0 items-center border-b border-line px-3">
        <Input
          size="sm"
          type="search"
          className="max-w-70"
          icon={<Search />}
          aria-label={t('pages.search')}
          placeholder={t('pages.search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<Search />} title={t('pages.noMatchTitle')} text={t('pages.noMatchText')} />
      ) : (
        <VirtualList
          className="min-h-0 flex-1"
          label={t('pages.title')}
          rows={shown}
          keyOf={(page) => page.id}
          rowHeight={40}
        >
          {(page) => <PageLine page={page} projectId={projectId} />}
        </VirtualList>
      )}
    </>
  )
}

function PageLine({ page, projectId }: { page: PageRow; projectId: string }) {
  const { t, i18n } = useTranslation()
  const owner = useAtomValue(tables.users.rowAtom(page.owned_by))
  return (
    <Link
      to={`/${currentSlug()}/projects/${projectId}/pages/${page.id}`}
      className="flex h-10 items-center gap-2.5 border-b border-line px-4 -outline-offset-2 hover:bg-hover"
    >
      <ProjectLogo logo={page.logo_props} name={page.name} fallback={<FileText />} />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
        {page.name || t('pages.untitled')}
      </span>
      {page.is_locked && <Lock className="text-icon-faint" aria-label={t('pages.locked')} />}
      {isPrivate(page) && <LockKeyhole className="text-icon-faint" aria-label={t('pages.private')} />}
      <span className="hidden text-sm text-faint tabular sm:block">
        {t('pages.updated', { when: timeAgo(page.updated_at, i18n.language) })}
      </span>
      {owner && <Avatar id={owner.id} name={owner.display_name} src={owner.avatar_url} size="xs" />}
    </Link>
  )
}
