import { t } from '../../locales/i18n.ts'
import { listPath, pathBelowWorkspace } from '../../platform/shell/page-paths.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Where the pages of a project are, or those of the workspace itself. */
export function pagesPath(projectId: string | null): string {
  return `/${currentSlug()}${listPath(projectId)}`
}

export function pagePath(projectId: string | null, id: string): string {
  return `/${currentSlug()}${pathBelowWorkspace(projectId, id)}`
}

export function pageTrashPath(projectId: string | null): string {
  return `/${currentSlug()}${projectId === null ? '' : `/projects/${projectId}`}/trash/pages`
}

/** What the list of pages is called there: the workspace's own are told from those of its projects. */
export function nameOfPages(projectId: string | null): string {
  return t(projectId === null ? 'pages.ofWorkspace' : 'pages.title')
}
