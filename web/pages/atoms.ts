import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canEditPage, canEditPageContent, canManagePage } from '#common/pages/rules.ts'
import type { PageRow } from '#common/pages/schema.ts'
import { seesWholeProject } from '#common/roles.ts'
import { tables } from '../app/sync.ts'
import { projectRoleAtom } from '../permissions/may.ts'
import { meAtom } from '../users/session.ts'

/** Pages of a project, the last edited first. */
export const pagesAtom = atomFamily((projectId: string) =>
  atom((get) =>
    get(tables.pages.allAtom)
      .filter((page) => page.project_ids.includes(projectId) && page.archived_at === null)
      .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1)),
  ),
)

/** What the person may do with a page, by the rules that the server asks. */
export const pageRightsAtom = atomFamily((id: string) =>
  atom((get) => {
    const page = get(tables.pages.rowAtom(id))
    if (page === undefined) return { rename: false, write: false, manage: false, share: false }
    const me = get(meAtom)?.id ?? ''
    const held = page.project_ids.map((projectId) => get(projectRoleAtom(projectId)))
    const role = held.reduce((highest, each) => ((each ?? 0) > (highest ?? 0) ? each : highest), null)
    const opened = page.project_ids.some(
      (projectId) => get(tables.projects.rowAtom(projectId))?.guest_view_all_features,
    )
    const actor = { user_id: me, role, sees_all: seesWholeProject(role, opened) }
    return {
      rename: canEditPage(actor, page) && !page.is_locked,
      write: canEditPageContent(actor, page),
      manage: canManagePage(actor, page),
      share: page.owned_by === me,
    }
  }),
)

export function isPrivate(page: PageRow): boolean {
  return page.access === 1
}
