import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canDeleteAttachment } from '#common/documents/files/rules.ts'
import { hasRoleAtLeast, projectRole, type Role, role } from '#common/platform/roles.ts'
import { canChangeLinks } from '#common/work/links/rules.ts'
import type { ListingContext } from '#common/work/listing/contexts.ts'
import { canReact } from '#common/work/reactions/rules.ts'
import {
  canCreateWorkItems,
  canDeleteWorkItem,
  canEditWorkItem,
  canPurgeWorkItems,
  canSeeTrash,
  itemAcceptsChanges,
} from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { compareNames } from '../../locales/formats.ts'
import { store, tables } from '../app/sync.ts'
import type { Project } from '../sync/tables.ts'
import { meAtom } from './session.ts'

/** The user's role in the workspace; null until known. */
export const workspaceRoleAtom = atom<Role | null>((get) => {
  const me = get(meAtom)
  const own = get(tables.workspace_members.allAtom).find((row) => row.member_id === me?.id && row.is_active)
  return own?.role ?? null
})

/** The user's effective role in a project, computed by the rule that the server uses. */
export const projectRoleAtom = atomFamily((projectId: string) =>
  atom((get) =>
    projectRole({
      workspace_role: get(workspaceRoleAtom),
      member_role: get(tables.projects.rowAtom(projectId))?.member_role ?? null,
    }),
  ),
)

const actorAtom = atomFamily((projectId: string) =>
  atom((get) => ({ user_id: get(meAtom)?.id ?? '', role: get(projectRoleAtom(projectId)) })),
)

export const projectsForNewItemsAtom = atom((get) =>
  get(tables.projects.allAtom)
    .filter((project) => isOpen(project) && canCreateWorkItems(get(actorAtom(project.id))))
    .sort((a, b) => compareNames(a.name, b.name)),
)

const canCreateSomewhereAtom = atom((get) => get(projectsForNewItemsAtom).length > 0)

function isOpen(project: { archived_at: string | null } | undefined): boolean {
  return project !== undefined && project.archived_at === null
}

/**
 * Returns the user's id and role in a project for the permission rules. In an archived project the role is
 * null.
 */
export function useProjectActor(projectId: string): { user_id: string; role: Role | null } {
  const actor = useAtomValue(actorAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  return isOpen(project) ? actor : { ...actor, role: null }
}

/** Returns true if the user may edit an item. The server applies the same rules. */
export function useCanEditItem(row: WorkItemRow): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  // Every draft that the user can see is the user's own.
  return row.is_draft || (isOpen(project) && canEditWorkItem(actor, row))
}

/** Returns the user's permissions in the trash of a project, by the rules of the server. */
export function useTrashRights(projectId: string) {
  const actor = useProjectActor(projectId)
  return {
    see: canSeeTrash({ role: useAtomValue(projectRoleAtom(projectId)) }),
    restore: (row: WorkItemRow) => canDeleteWorkItem(actor, row),
    purge: canPurgeWorkItems(actor),
  }
}

/** Returns true if the user may edit an item. Use it outside of React, and `useCanEditItem` in components. */
export function readCanEditItem(row: WorkItemRow): boolean {
  return (
    row.is_draft ||
    (isOpen(store.get(tables.projects.rowAtom(row.project_id))) &&
      canEditWorkItem(store.get(actorAtom(row.project_id)), row))
  )
}

/**
 * Returns true if the user may change several items at once. Bulk calls require the member role, even if the
 * user has created all of the items.
 */
export function readCanBulkEditItems(projectId: string): boolean {
  return canCreateWorkItems(store.get(actorAtom(projectId)))
}

/**
 * Returns the user's permissions for several items. Bulk calls require a role in the project, even for the
 * user's own items.
 */
export function bulkPermissions(rows: readonly WorkItemRow[]): {
  edit: boolean
  archive: boolean
  delete: boolean
} {
  const [first] = rows
  if (first === undefined) return { edit: false, archive: false, delete: false }
  if (first.is_draft) return { edit: true, archive: false, delete: true }
  const projects = [...new Set(rows.map((row) => row.project_id))]
  const areOpen = projects.every((id) => isOpen(tables.projects.get(id)))
  const areAll = (least: Role) =>
    projects.every((id) => hasRoleAtLeast(store.get(projectRoleAtom(id)), least))
  const actor = store.get(actorAtom(first.project_id))
  const isOne = rows.length === 1
  return {
    edit:
      areOpen &&
      (isOne
        ? canEditWorkItem(actor, first)
        : areAll(role.member) && rows.every((row) => row.archived_at === null)),
    archive: areOpen && areAll(role.member),
    delete: areOpen && (isOne ? canDeleteWorkItem(actor, first) : areAll(role.admin)),
  }
}

export function useCanCreateItems(projectId: string): boolean {
  const actor = useAtomValue(actorAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  return isOpen(project) && canCreateWorkItems(actor)
}

/**
 * Returns true if the user may attach files to an item. All project members may attach files, including guests,
 * unless the item or the project is archived.
 */
export function useCanAttachFiles(row: WorkItemRow): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return isOpen(project) && actor.role !== null && itemAcceptsChanges(row)
}

export function useCanDeleteAttachment(row: WorkItemRow, file: { created_by: string | null }): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  return useCanAttachFiles(row) && canDeleteAttachment(actor, file)
}

/**
 * Returns the projects to which all these items can be moved. If all items are in one project, this project is
 * omitted. Returns no projects if the user may not move the items.
 */
export function useMoveTargets(rows: readonly WorkItemRow[]): readonly Project[] {
  const targets = useAtomValue(projectsForNewItemsAtom)
  const may = rows.every((row) => row.archived_at === null && readCanBulkEditItems(row.project_id))
  const sources = new Set(rows.map((row) => row.project_id))
  if (!may || rows.length === 0) return []
  return targets.filter(({ id }) => sources.size > 1 || !sources.has(id))
}

/**
 * Returns true if the user may relate an item to other items. The user must have the member role, and the
 * item must not be archived.
 */
export function useCanRelateItem(row: WorkItemRow): boolean {
  return useCanCreateItems(row.project_id) && row.archived_at === null
}

export function useCanChangeItemLinks(row: WorkItemRow): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return isOpen(project) && canChangeLinks(actor, row)
}

/**
 * Returns true if the user may react to an item. All users who see the item may react to it, unless the item or the
 * project is archived.
 */
export function useCanReactToItem(row: WorkItemRow): boolean {
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return isOpen(project) && canReact(row)
}

/**
 * Returns true if the user may create items in a list. In a list of several projects, the user must be a
 * member of at least one project.
 */
export function useCanCreateListingItems({ canCreate, project_id }: ListingContext): boolean {
  const inProject = useCanCreateItems(project_id ?? '')
  const somewhere = useAtomValue(canCreateSomewhereAtom)
  return canCreate && (project_id === null ? somewhere : inProject)
}

/**
 * Returns true if the list has a field to quickly add an item. The list must belong to a single project, in
 * which the item is created.
 */
export function useCanQuickAdd(context: ListingContext): boolean {
  return useCanCreateListingItems(context) && context.canQuickAdd && context.project_id !== null
}
