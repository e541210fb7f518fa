import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canEditPage, canEditPageContent, canManagePage, canMovePage } from '#common/pages/rules.ts'
import type { PageRow } from '#common/pages/schema.ts'
import { seesWholeProject } from '#common/roles.ts'
import { tables } from '../app/sync.ts'
import { projectRoleAtom } from '../permissions/may.ts'
import { meAtom } from '../users/session.ts'

/** Pages of a project, those in the archive too. */
export const pagesAtom = atomFamily((projectId: string) =>
  atom((get) => get(tables.pages.allAtom).filter((page) => page.project_ids.includes(projectId))),
)

const none = { rename: false, write: false, edit: false, manage: false, share: false, move: false }

/** What the person may do with a page, by the rules that the server asks. */
export const pageRightsAtom = atomFamily((id: string) =>
  atom((get) => {
    const page = get(tables.pages.rowAtom(id))
    if (page === undefined) return none
    const me = get(meAtom)?.id ?? ''
    const held = page.project_ids.map((projectId) => get(projectRoleAtom(projectId)))
    const role = held.reduce((highest, each) => ((each ?? 0) > (highest ?? 0) ? each : highest), null)
    const opened = page.project_ids.some(
      (projectId) => get(tables.projects.rowAtom(projectId))?.guest_view_all_features,
    )
    const actor = { user_id: me, role, sees_all: seesWholeProject(role, opened) }
    return {
      rename: canEditPage(actor, page) && !page.is_locked && page.archived_at === null,
      edit: canEditPage(actor, page),
      write: canEditPageContent(actor, page),
      manage: canManagePage(actor, page),
      share: page.owned_by === me && page.archived_at === null,
      move: canMovePage(actor, page) && !page.is_locked && page.archived_at === null,
    }
  }),
)

export function isPrivate(page: PageRow): boolean {
  return page.access === 1
}
