import { FileText, Menu as MenuIcon } from 'lucide-react'
import { type MouseEvent, useEffect, useMemo } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { publishedPagePath } from '#common/pages/pages/public-paths.ts'
import { parsePageCover, parsePageStyle } from '#common/pages/pages/style.ts'
import type { PublishedPage as Page } from '#common/sharing/publish/page-schema.ts'
import { type DocumentPage, DocumentPageContext } from '../../documents/editor/live-blocks/document-page.ts'
import { withFileReadOptions } from '../../documents/files/file-url.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from '../../platform/ui/cx.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { NotFoundState } from '../../platform/ui/NotFoundState.tsx'
import { ProjectLogo } from '../../platform/ui/ProjectLogo.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { useDocumentTitle } from '../../platform/ui/use-document-title.ts'
import { PublishedText } from './PublishedText.tsx'
import { publishedPageLevels } from './published-page-levels.ts'
import { usePublishedPage } from './use-published-page.ts'

/** Screen `/spaces/pages/{anchor}` with a public page, for people without an account. */
export function PublishedPage() {
  const { t } = useTranslation()
  const { anchor = '', pageId } = useParams()
  const { page, status, retry } = usePublishedPage(anchor, pageId)
  useDocumentTitle(page?.name ?? '')
  useRobotsRule(page?.is_indexed !== true)
  if (status === 'gone')
    return <NotFoundState title={t('spaces.page.gone')} text={t('spaces.page.goneText')} />
  if (status === 'error') return <ErrorState onRetry={retry} />
  if (page === null)
    return (
      <main className="mx-auto flex w-full max-w-190 flex-col gap-4 px-5 py-12 sm:px-10" aria-busy>
        <Skeleton className="h-9 w-60" />
        <Skeleton className="h-60" />
      </main>
    )
  return <PublicPage anchor={anchor} page={page} />
}

function PublicPage({ anchor, page }: { anchor: string; page: Page }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const filesPath = `/api/public/pages/${anchor}/assets/`
  const style = parsePageStyle(page.view_props)
  const cover = parsePageCover(page.view_props)
  const hasTree = page.pages.length > 1
  const levels = useMemo(() => publishedPageLevels(page.pages), [page.pages])
  const documentPage = useMemo(() => documentPageOf(anchor, page), [anchor, page])
  const date = new Date(page.updated_at).toLocaleDateString(i18n.language, { dateStyle: 'long' })
  /** Opens links between public pages without loading the client again. */
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
    const path = event.target.closest('.document a')?.getAttribute('href')
    if (!path?.startsWith(publishedPagePath(anchor))) return
    event.preventDefault()
    void navigate(path)
  }
  return (
    <div className="flex h-dvh flex-col bg-sheet text-text">
      {hasTree && <Header anchor={anchor} page={page} />}
      <div className="flex min-h-0 flex-1">
        {hasTree && (
          <nav
            aria-label={t('shell.nav.pages')}
            className="print-hidden scroll-quiet hidden w-64 shrink-0 overflow-y-auto border-line border-e p-2 lg:block"
          >
            <ul>
              {page.pages.map((one) => (
                <li key={one.id}>
                  <Link
                    to={pathOf(anchor, page, one)}
                    aria-current={one.id === page.id ? 'page' : undefined}
                    style={{ paddingInlineStart: `${0.5 + (levels.get(one.id) ?? 0)}rem` }}
                    className="flex min-h-8 items-center gap-2 rounded-md py-1 pe-2 hover:bg-hover aria-[current]:bg-active"
                  >
                    <PageLogo page={one} />
                    <bdi className="min-w-0 truncate">{one.name || t('pages.untitled')}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <main key={page.id} data-page-text className="scroll-quiet min-w-0 flex-1 overflow-y-auto">
          {cover !== null && (
            <img
              src={withFileReadOptions(`${filesPath}${cover}/`, { width: 1280 })}
              alt=""
              className="h-34 w-full object-cover sm:h-52"
            />
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser sends a click for Enter on a link */}
          <article
            onClick={follow}
            data-font={style.font}
            data-small={style.small_text || undefined}
            className={cx(
              'mx-auto flex w-full flex-col gap-4 px-5 py-8 sm:px-10 sm:py-12',
              !style.full_width && 'max-w-190',
            )}
          >
            <div className="flex flex-col items-start gap-1.5">
              <span className="-ms-2">
                <PageLogo page={page} size="lg" />
              </span>
              <h1 dir="auto" className="document-title wrap-anywhere font-strong text-2xl">
                {page.name || t('pages.untitled')}
              </h1>
            </div>
            <DocumentPageContext value={documentPage}>
              <PublishedText html={page.description_html} filesPath={filesPath} />
            </DocumentPageContext>
            <p className="mt-4 text-faint text-sm">{t('spaces.page.updated', { date })}</p>
          </article>
        </main>
      </div>
    </div>
  )
}

/**
 * Returns the data of the page that its live blocks need: its id, and the published sub-pages that a live block can
 * list.
 */
function documentPageOf(anchor: string, page: Page): DocumentPage {
  const publicSubPages = page.pages
    .filter(({ parent }) => parent === page.id)
    .map((one) => ({
      id: one.id,
      name: one.name,
      logo_props: one.logo_props,
      path: pathOf(anchor, page, one),
    }))
  return { id: page.id, projectId: null, publicSubPages }
}

/** Shows the name of the public page tree, and on small screens a menu of its pages. */
function Header({ anchor, page }: { anchor: string; page: Page }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [root] = page.pages
  if (root === undefined) return null
  return (
    <header className="print-hidden flex h-12 shrink-0 items-center gap-2 border-line border-b px-4">
      <Link to={publishedPagePath(anchor)} className="flex min-w-0 items-center gap-2 font-strong">
        <PageLogo page={root} />
        <bdi className="min-w-0 truncate">{root.name || t('pages.untitled')}</bdi>
      </Link>
      <span className="ms-auto lg:hidden">
        <Menu align="end" trigger={<IconButton label={t('shell.nav.pages')} icon={<MenuIcon />} />}>
          {page.pages.map((one) => (
            <MenuItem
              key={one.id}
              icon={<PageLogo page={one} />}
              onSelect={() => void navigate(pathOf(anchor, page, one))}
            >
              {one.name || t('pages.untitled')}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </header>
  )
}

function PageLogo({ page, size }: { page: Pick<Page, 'logo_props' | 'name'>; size?: 'lg' }) {
  return (
    <ProjectLogo logo={page.logo_props} name={page.name} fallback={<FileText />} {...(size && { size })} />
  )
}

type PageLink = Page['pages'][number]

function pathOf(anchor: string, { pages: [root] }: Page, { id }: PageLink): string {
  return id === root?.id ? publishedPagePath(anchor) : publishedPagePath(anchor, id)
}

/** Asks search engines not to list the page. The server sends the same rule as a header. */
function useRobotsRule(isHidden: boolean): void {
  useEffect(() => {
    if (!isHidden) return
    const rule = document.createElement('meta')
    rule.name = 'robots'
    rule.content = 'noindex'
    document.head.append(rule)
    return () => rule.remove()
  }, [isHidden])
}
