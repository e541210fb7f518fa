import { t } from '../../locales/i18n.ts'
import { pageListPath, pagePathBelowWorkspace } from '../../platform/shell/page-paths.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'

/** Returns the path of the page list of a project, or of the workspace itself (null). */
export function pagesPath(projectId: string | null): string {
  return `/${currentSlug()}${pageListPath(projectId)}`
}

export function pagePath(projectId: string | null, id: string): string {
  return `/${currentSlug()}${pagePathBelowWorkspace(projectId, id)}`
}

export function pageTrashPath(projectId: string | null): string {
  return `/${currentSlug()}${projectId === null ? '' : `/projects/${projectId}`}/trash/pages`
}

/** Returns the title of a page list. It distinguishes the pages of the workspace from those of a project. */
export function pageListTitle(projectId: string | null): string {
  return t(projectId === null ? 'pages.ofWorkspace' : 'pages.title')
}
