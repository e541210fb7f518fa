import { canSeeTeamspace } from '#common/organization/teamspaces/rules.ts'
import { canSeePage } from '#common/pages/pages/rules.ts'
import { canSeeWholeProject, role } from '#common/platform/roles.ts'
import { replaceRows, store, tables } from '../app/sync.ts'
import type { RowOf, TableName } from '../sync/tables.ts'
import { readPageActor } from './page-actor.ts'
import { projectRoleAtom, workspaceRoleAtom } from './roles.ts'
import { meAtom } from './session.ts'

/**
 * Removes rows that the user may no longer see, by the rules of the server. When a user loses a role, the
 * server sends one message instead of a delete for each row.
 */
export function removeInaccessibleRows(): void {
  const me = store.get(meAtom)?.id
  const isOwn = (person: string | null) => person === me
  const roleIn = (projectId: string) => store.get(projectRoleAtom(projectId))
  const seesAllOf = (projectId: string) =>
    canSeeWholeProject(roleIn(projectId), tables.projects.get(projectId)?.guest_view_all_features === true)
  const isHidden = (projectId: string, maker: string | null) =>
    roleIn(projectId) === null || (!seesAllOf(projectId) && !isOwn(maker))
  const isGuest = store.get(workspaceRoleAtom) === role.guest

  forget('work_items', (row) => isHidden(row.project_id, row.created_by))
  forget('intake_issues', (row) => isHidden(row.project_id, row.created_by))
  forget(
    'work_item_templates',
    (row) => isGuest || (row.project_id !== null && roleIn(row.project_id) === null),
  )
  forget(
    'teamspaces',
    (row) => !canSeeTeamspace({ user_id: me ?? '', role: store.get(workspaceRoleAtom) }, row),
  )
  forget('pages', (row) => !canSeePage(readPageActor(store.get, row.project_ids), row))
  for (const name of ['page_versions', 'page_comments'] as const)
    forget(name, (row) => tables.pages.get(row.page_id) === undefined)
  forget('views', (row) => {
    if (row.teamspace_id !== null) return tables.teamspaces.get(row.teamspace_id) === undefined
    if (isOwn(row.owned_by)) return row.project_id !== null && roleIn(row.project_id) === null
    return row.project_id === null ? isGuest : !seesAllOf(row.project_id)
  })
  // Returns true if the item of a row, such as the item of a comment, is hidden from the user. The row is
  // then removed too. If users see only some items of a project, an item that is not loaded counts as hidden.
  const isOfHidden = (item: string, projectId: string) =>
    tables.work_items.get(item) === undefined && !seesAllOf(projectId)
  for (const name of ofItems) forget(name, (row) => isOfHidden(row.issue_id, row.project_id))
  forget('project_updates', (row) => roleIn(row.project_id) === null)
  forget('epic_updates', (row) => isOfHidden(row.epic_id, row.project_id))
}

const ofItems = [
  ...(['work_item_comments', 'work_item_links', 'work_item_attachments', 'work_item_relations'] as const),
  ...(['git_references'] as const),
  ...(['reactions', 'votes', 'description_versions', 'worklogs'] as const),
]

function forget<Name extends TableName>(name: Name, isHidden: (row: RowOf<Name>) => boolean): void {
  replaceRows(name, [], Number.POSITIVE_INFINITY, isHidden)
}
