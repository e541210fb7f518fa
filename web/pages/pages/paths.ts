import { t } from '../../locales/i18n.ts'
import { store } from '../../platform/app/sync.ts'
import { readPageActor } from '../../platform/person/page-actor.ts'
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

/**
 * Returns the title of a page list. It distinguishes the pages of the workspace from those of a project. Guests of the
 * workspace see only those workspace pages that are shared with them.
 */
export function pageListTitle(projectId: string | null): string {
  if (projectId !== null) return t('pages.title')
  return t(readPageActor(store.get, []).has_only_shares ? 'pages.tabs.shared' : 'pages.ofWorkspace')
}
