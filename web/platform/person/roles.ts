import { atom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai-family'
import { canDeleteAttachment } from '#common/documents/files/rules.ts'
import { atLeast, projectRole, type Role, role } from '#common/platform/roles.ts'
import { canChangeLinks } from '#common/work/links/rules.ts'
import type { ListingContext } from '#common/work/listing/contexts.ts'
import { canReact } from '#common/work/reactions/rules.ts'
import {
  canCreateWorkItems,
  canDeleteWorkItem,
  canEditWorkItem,
  canPurgeWorkItems,
  canSeeTrash,
  takesChanges,
} from '#common/work/work-items/rules.ts'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import { store, tables } from '../app/sync.ts'
import type { Project } from '../sync/tables.ts'
import { meAtom } from './session.ts'

/** One's own role in the workspace, null before it is known. */
export const workspaceRoleAtom = atom<Role | null>((get) => {
  const me = get(meAtom)
  const own = get(tables.workspace_members.allAtom).find((row) => row.member_id === me?.id && row.is_active)
  return own?.role ?? null
})

/** The role that counts for oneself in a project, by the rule the server asks. */
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

export const creatableProjectsAtom = atom((get) =>
  get(tables.projects.allAtom)
    .filter((project) => isOpen(project) && canCreateWorkItems(get(actorAtom(project.id))))
    .sort((a, b) => a.name.localeCompare(b.name)),
)

const canCreateSomewhereAtom = atom((get) => get(creatableProjectsAtom).length > 0)

function isOpen(project: { archived_at: string | null } | undefined): boolean {
  return project !== undefined && project.archived_at === null
}

/** Whom rules of a project are asked about: nobody who could change anything, while the project is in the archive. */
export function useActor(projectId: string): { user_id: string; role: Role | null } {
  const actor = useAtomValue(actorAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  return isOpen(project) ? actor : { ...actor, role: null }
}

/** Buttons hide by the same rules by which the server refuses. */
export function useCanEdit(row: WorkItemRow): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return isOpen(project) && canEditWorkItem(actor, row)
}

/** What one may do with what is in the trash of a project, by the rules that the server asks. */
export function useTrashRights(projectId: string) {
  const actor = useActor(projectId)
  return {
    see: canSeeTrash({ role: useAtomValue(projectRoleAtom(projectId)) }),
    restore: (row: WorkItemRow) => canDeleteWorkItem(actor, row),
    purge: canPurgeWorkItems(actor),
  }
}

/** The same, asked once. */
export function canEditNow(row: WorkItemRow): boolean {
  return (
    isOpen(store.get(tables.projects.rowAtom(row.project_id))) &&
    canEditWorkItem(store.get(actorAtom(row.project_id)), row)
  )
}

/** Calls over many items are for members; who made an item may change that one alone. */
export function canEditManyNow(projectId: string): boolean {
  return canCreateWorkItems(store.get(actorAtom(projectId)))
}

/** What one may do with several items at once: more than with one's own alone, for which the calls ask for a role in the project. */
export function mayWith(rows: readonly WorkItemRow[]): { edit: boolean; archive: boolean; delete: boolean } {
  const [first] = rows
  if (first === undefined) return { edit: false, archive: false, delete: false }
  const projects = [...new Set(rows.map((row) => row.project_id))]
  const areOpen = projects.every((id) => isOpen(tables.projects.get(id)))
  const areAll = (least: Role) => projects.every((id) => atLeast(store.get(projectRoleAtom(id)), least))
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

export function useCanCreate(projectId: string): boolean {
  const actor = useAtomValue(actorAtom(projectId))
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  return isOpen(project) && canCreateWorkItems(actor)
}

/** Whoever sees an item may attach files to it, guests too. */
export function useCanAttach(row: WorkItemRow): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return isOpen(project) && actor.role !== null && takesChanges(row)
}

export function useCanDeleteAttachment(row: WorkItemRow, file: { created_by: string | null }): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  return useCanAttach(row) && canDeleteAttachment(actor, file)
}

/** The projects that all of these items may go to, without the one that they are all in. */
export function useMoveTargets(rows: readonly WorkItemRow[]): readonly Project[] {
  const targets = useAtomValue(creatableProjectsAtom)
  const may = rows.every((row) => row.archived_at === null && canEditManyNow(row.project_id))
  const sources = new Set(rows.map((row) => row.project_id))
  if (!may || rows.length === 0) return []
  return targets.filter(({ id }) => sources.size > 1 || !sources.has(id))
}

/** Relating is for members, on items that are not in the archive. */
export function useCanRelate(row: WorkItemRow): boolean {
  return useCanCreate(row.project_id) && row.archived_at === null
}

export function useCanChangeLinks(row: WorkItemRow): boolean {
  const actor = useAtomValue(actorAtom(row.project_id))
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return isOpen(project) && canChangeLinks(actor, row)
}

/** Whoever sees an item may react to it. */
export function useCanReact(row: WorkItemRow): boolean {
  const project = useAtomValue(tables.projects.rowAtom(row.project_id))
  return isOpen(project) && canReact(row)
}

/** Where projects meet, whoever works in one of them may make an item in it. */
export function useCanCreateIn({ canCreate, project_id }: ListingContext): boolean {
  const inProject = useCanCreate(project_id ?? '')
  const somewhere = useAtomValue(canCreateSomewhereAtom)
  return canCreate && (project_id === null ? somewhere : inProject)
}

/** A new item that is written where it will stand has its project from there. */
export function useCanQuickAdd(context: ListingContext): boolean {
  return useCanCreateIn(context) && context.canQuickAdd && context.project_id !== null
}
