import type { Editor } from '@tiptap/core'
import { useAtomValue } from 'jotai'
import { Archive, FileText, Lock } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { documentName } from '#common/documents/content/names.ts'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { parsePageCover, parsePageStyle } from '#common/pages/pages/style.ts'
import { pageIdsFromRoot } from '#common/pages/pages/tree.ts'
import { DocumentEditor } from '../../documents/editor/DocumentEditor.tsx'
import { DocumentSaveStatus } from '../../documents/editor/DocumentSaveStatus.tsx'
import { DocumentTitle } from '../../documents/editor/DocumentTitle.tsx'
import { DocumentPageContext } from '../../documents/editor/live-blocks/document-page.ts'
import type { DocumentState } from '../../documents/editor/status.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FavoriteButton } from '../../organization/favorites/FavoriteButton.tsx'
import { UnjoinedProjectNotice } from '../../organization/projects/UnjoinedProjectNotice.tsx'
import { callForContainer } from '../../platform/app/call-for-container.ts'
import { request, store, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { joinableProjectAtom } from '../../platform/person/projects.ts'
import { meAtom } from '../../platform/person/session.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { PresenceAvatars } from '../../platform/shell/PresenceAvatars.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { usePresence } from '../../platform/shell/presence.ts'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { useReportViewedRow } from '../../platform/shell/use-report-viewed-row.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { LogoPicker } from '../../platform/ui/LogoPicker.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { isTouchDevice } from '../../platform/ui/use-media-query.ts'
import { createPage, projectIdOfPage, setPageLock, setPageLogo, unarchivePage } from './actions.ts'
import {
  pageBelongsToContainer,
  pageRightsAtom,
  pagesAtom,
  useCanCreatePages,
  useCanUseTemplates,
} from './atoms.ts'
import { BackLinks } from './BackLinks.tsx'
import { pageCommentRightsAtom, runPageTextActionAtom } from './comments/atoms.ts'
import { CommentsPane } from './comments/CommentsPane.tsx'
import { PageComments } from './comments/PageComments.tsx'
import { useLoadPageComments } from './comments/use-load-page-comments.ts'
import { useLoadPages } from './load.ts'
import { useOutlineColumn } from './outline-column.ts'
import { AddPageCover, PageCover } from './PageCover.tsx'
import { PageHotkeys } from './PageHotkeys.tsx'
import { PageLabels } from './PageListLabels.tsx'
import { PageMenu } from './PageMenu.tsx'
import { PageOutline } from './PageOutline.tsx'
import { PublicPageButton } from './PublicPageButton.tsx'
import { pageListTitle, pagePath, pagesPath } from './paths.ts'
import { SharePageButton } from './SharePageButton.tsx'
import { SubPages } from './SubPages.tsx'
import { MissingPage } from './trash/MissingPage.tsx'
import { usePrintPageShortcut } from './use-print-page.ts'
import { PageLastEdited } from './versions/PageLastEdited.tsx'
import { UnreadChangesButton } from './versions/UnreadChangesButton.tsx'
import { WatchPageButton } from './WatchPageButton.tsx'

const suggestions = loadable(() =>
  import('./TemplateSuggestions.tsx').then(({ TemplateSuggestions }) => TemplateSuggestions),
)

const outlineColumn = loadable(() =>
  import('../../documents/editor/outline/OutlineColumn.tsx').then(({ OutlineColumn }) => OutlineColumn),
)

/** Screen of one page with its collaborative title and text. */
export function PageScreen() {
  const { t } = useTranslation()
  const { projectId = null, pageId = '' } = useParams()
  const { status, retry, failure } = useLoadPages(projectId)
  const page = useAtomValue(tables.pages.rowAtom(pageId))
  const comments = useLoadPageComments(page)
  useReportViewedRow(pageId)
  const viewers = usePresence(page === undefined ? null : `page:${pageId}`)
  const [saved, setSaved] = useState<DocumentState>({ status: 'connecting', reason: null })
  const [editor, setEditor] = useState<Editor | null>(null)
  // Printing needs the loaded editor. If the document cannot be opened, the stored text is printed instead.
  usePrintPageShortcut(editor !== null || ['offline', 'refused'].includes(saved.status))
  const [typed, setTyped] = useTypedTitle(pageId)
  const documentPage = useMemo(() => ({ id: pageId, projectId }), [pageId, projectId])
  const title = (typed ?? page?.name) || t('pages.untitled')
  const path = usePathOf(page, projectId)
  const list = { to: pagesPath(projectId), label: pageListTitle(projectId) }
  const outside = useAtomValue(joinableProjectAtom(projectId ?? ''))
  const isGone = useRedirectIfMoved(pageId, projectId, page, status === 'ready' || status === 'no_access')
  if (page === undefined && status === 'error') return <LoadError onRetry={retry} failure={failure} />
  if (isGone) {
    if (outside === undefined) return <MissingPage projectId={projectId} pageId={pageId} />
    return (
      <>
        <TopBar crumbs={<ProjectCrumbs projectId={projectId} page={list.label} />} />
        <UnjoinedProjectNotice project={outside} onJoined={retry} />
      </>
    )
  }
  return (
    <>
      <TopBar
        title={title}
        crumbs={<ProjectCrumbs projectId={projectId} within={[list, ...path]} page={title} />}
        actions={
          page && (
            <>
              <UnreadChangesButton key={page.id} page={page} />
              <DocumentSaveStatus {...saved} />
              <PresenceAvatars people={viewers} />
              <PageOutline editor={editor} />
              {page.project_ids.length > 0 && <PageComments key={page.id} page={page} editor={editor} />}
              <WatchPageButton page={page} projectId={projectId} />
              <SharePageButton page={page} />
              <PublicPageButton page={page} />
              <FavoriteButton thing={{ type: 'page', ...page, project_id: projectId }} />
              <PageMenu page={page} projectId={projectId} on="page" />
              <PageHotkeys page={page} projectId={projectId} />
            </>
          )
        }
      />
      <div data-page-text className="relative flex min-h-0 flex-1">
        <Sheet page={page}>
          {page ? (
            <DocumentPageContext value={documentPage}>
              <PageBody
                key={page.id}
                page={page}
                projectId={projectId}
                onStatus={setSaved}
                onTitle={setTyped}
                editor={editor}
                onEditor={setEditor}
              />
            </DocumentPageContext>
          ) : (
            <PageSkeleton />
          )}
        </Sheet>
        <OutlineBeside editor={editor} />
        {page && page.project_ids.length > 0 && <CommentsPane page={page} loaded={comments} />}
      </div>
    </>
  )
}

/** The outline column, if the window has room for it and the user has not hidden it. */
function OutlineBeside({ editor }: { editor: Editor | null }) {
  const isShown = useOutlineColumn(editor)
  if (editor === null || !isShown) return null
  return <LazyComponent part={outlineColumn} props={{ editor }} />
}

/** Scroll container with the cover and the content, in the page's appearance. */
function Sheet({ page, children }: { page: PageRow | undefined; children: ReactNode }) {
  const { view_props = {} } = page ?? {}
  const style = parsePageStyle(view_props)
  return (
    <div className="scroll-quiet flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
      {page && <PageCover page={page} />}
      <article
        className={cx(
          'mx-auto flex w-full flex-1 shrink-0 flex-col gap-4 px-5 pb-8 sm:px-10 sm:pb-12',
          parsePageCover(view_props) === null ? 'pt-8 sm:pt-12' : 'pt-5 sm:pt-6',
          !style.full_width && 'max-w-190',
        )}
        data-font={style.font}
        data-small={style.small_text || undefined}
      >
        {children}
      </article>
    </div>
  )
}

interface PageBodyProps {
  page: PageRow
  projectId: string | null
  onStatus: (state: DocumentState) => void
  onTitle: (title: string) => void
  editor: Editor | null
  onEditor: (editor: Editor | null) => void
}

function PageBody({ page, projectId, onStatus, onTitle, editor, onEditor }: PageBodyProps) {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const rights = useAtomValue(pageRightsAtom(page.id))
  const canAddBelow = useCanCreatePages(projectId) && rights.edit && page.archived_at === null
  const addBelow = async () => {
    const id = await createPage(projectId, { access: page.access, parent: page.id })
    return id === null ? null : pagePath(projectId, id)
  }
  const { comment } = useAtomValue(pageCommentRightsAtom(page.id))
  const canUse = useCanUseTemplates(projectId)
  const html = useStoredText(page)
  const body = useRef<HTMLDivElement>(null)
  return (
    <>
      <ReadOnlyNote page={page} />
      <div className="flex flex-col items-start gap-1.5">
        <PageHead page={page} canChange={rights.rename} />
        <div className="w-full min-w-0">
          {me && (
            <DocumentTitle
              name={documentName('page', page.id)}
              stored={page.name}
              editable={rights.write}
              label={t('pages.name')}
              placeholder={t('pages.untitled')}
              user={{ id: me.id, name: displayNameOf(me) }}
              takesFocus={page.name === '' && !isTouchDevice()}
              onChange={onTitle}
              onEnter={() => body.current?.querySelector<HTMLElement>('[contenteditable=true]')?.focus()}
            />
          )}
        </div>
        <PageLabels page={page} canChange={rights.rename} />
      </div>
      <div ref={body} className="flex flex-1 flex-col">
        {me && (
          <DocumentEditor
            name={documentName('page', page.id)}
            html={html}
            editable={rights.write}
            label={t('pages.body')}
            placeholder={rights.write ? t('pages.bodyPlaceholder') : t('pages.readOnlyEmpty')}
            user={{ id: me.id, name: displayNameOf(me) }}
            projectId={projectId}
            {...(canAddBelow && { onSubPage: addBelow })}
            onStatus={onStatus}
            onEditor={onEditor}
            onComment={comment ? beginComment : undefined}
          />
        )}
        {editor && rights.write && canUse && (
          <LazyComponent part={suggestions} props={{ editor, page, projectId }} />
        )}
      </div>
      <PageLastEdited page={page} />
      <SubPages page={page} projectId={projectId} />
      <BackLinks page={page} projectId={projectId} />
    </>
  )
}

/** Icon of the page, and a button to add a cover if there is none. */
function PageHead({ page, canChange }: { page: PageRow; canChange: boolean }) {
  const { t } = useTranslation()
  const logo = <ProjectLogo logo={page.logo_props} name={page.name} fallback={<FileText />} size="lg" />
  if (!canChange) return <span className="-ms-2">{logo}</span>
  return (
    <div className="flex w-full items-center gap-1">
      <LogoPicker
        label={t('pages.name')}
        value={page.logo_props}
        onChange={(logo_props) => void setPageLogo(page, logo_props)}
        trigger={
          <button type="button" className="-ms-2 rounded-md hover:bg-hover" aria-label={t('ui.logo.icon')}>
            {logo}
          </button>
        }
      />
      <AddPageCover page={page} />
    </div>
  )
}

function beginComment(): void {
  store.set(runPageTextActionAtom, (text) => text.begin())
}

/** Explains why the page is read-only, with a button to unlock or restore it. */
function ReadOnlyNote({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const { manage } = useAtomValue(pageRightsAtom(page.id))
  const isArchived = page.archived_at !== null
  if (!isArchived && !page.is_locked) return null
  return (
    <p
      role="status"
      className="flex min-h-10 flex-wrap items-center gap-2 rounded-md bg-sunken py-1.5 pe-1.5 ps-3 text-soft"
    >
      {isArchived ? (
        <Archive aria-hidden className="text-icon-faint" />
      ) : (
        <Lock aria-hidden className="text-icon-faint" />
      )}
      <span className="me-auto">{t(isArchived ? 'pages.isArchived' : 'pages.isLocked')}</span>
      {manage && (
        <Button size="sm" onClick={() => void (isArchived ? unarchivePage(page) : setPageLock(page, false))}>
          {t(isArchived ? 'pages.unarchive' : 'pages.unlock')}
        </Button>
      )}
    </p>
  )
}

/** Returns the breadcrumbs of the ancestors that the user can see. */
function usePathOf(page: PageRow | undefined, projectId: string | null) {
  const { t } = useTranslation()
  const pages = useAtomValue(pagesAtom(projectId))
  const rows = new Map(pages.map((row) => [row.id, row]))
  return (page === undefined ? [] : pageIdsFromRoot(page.id, rows)).slice(0, -1).map((id) => ({
    to: pagePath(projectId, id),
    label: rows.get(id)?.name || t('pages.untitled'),
  }))
}

/**
 * After a page was moved to another project or to the workspace, redirects to its new path. This also works for
 * old links. Returns true if the page does not exist.
 */
function useRedirectIfMoved(
  pageId: string,
  projectId: string | null,
  page: PageRow | undefined,
  isLoaded: boolean,
): boolean {
  const navigate = useNavigate()
  const [isGone, setGone] = useState(false)
  const now =
    page === undefined || pageBelongsToContainer(projectId, page) ? undefined : projectIdOfPage(page)
  const isMissing = isLoaded && page === undefined
  useEffect(() => {
    if (now !== undefined) void navigate(pagePath(now, pageId), { replace: true })
  }, [now, pageId, navigate])
  useEffect(() => {
    setGone(false)
    if (!isMissing) return
    const abort = new AbortController()
    const params = { slug: currentSlug(), project_id: projectId ?? '', page_id: pageId }
    request(callForContainer(projectId, 'getPage'), { params }, { signal: abort.signal }).then(
      (found) => {
        if (pageBelongsToContainer(projectId, found)) setGone(true)
        else void navigate(pagePath(projectIdOfPage(found), pageId), { replace: true })
      },
      () => !abort.signal.aborted && setGone(true),
    )
    return () => abort.abort()
  }, [isMissing, projectId, pageId, navigate])
  return isGone
}

function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <section aria-busy aria-label={t('ui.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="mt-4 h-3 w-full" />
      <Skeleton className="h-3 w-11/12" />
      <Skeleton className="h-3 w-4/5" />
    </section>
  )
}

/**
 * Returns the title in the open document, or null while it is unknown. The stored `name` of the page is
 * updated some seconds later.
 */
function useTypedTitle(pageId: string): [string | null, (title: string) => void] {
  const [typed, setTyped] = useState<{ pageId: string; title: string } | null>(null)
  const set = useCallback((title: string) => setTyped({ pageId, title }), [pageId])
  return [typed?.pageId === pageId ? typed.title : null, set]
}

/**
 * Returns the last stored text, which is shown until the live document has loaded. Null while the text is
 * unknown.
 */
function useStoredText({ id, project_ids }: PageRow): string | null {
  const [html, setHtml] = useState<string | null>(null)
  const place = projectIdOfPage({ project_ids })
  useEffect(() => {
    const abort = new AbortController()
    request(
      callForContainer(place, 'getPage'),
      { params: { slug: currentSlug(), project_id: place ?? '', page_id: id } },
      { signal: abort.signal },
    ).then(
      (page) => setHtml(page.description_html),
      // A failed request for the text is ignored, because the live document contains the text too.
      () => {},
    )
    return () => abort.abort()
  }, [id, place])
  return html
}
