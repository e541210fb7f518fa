import { atom } from 'jotai'
import { role } from '#common/roles.ts'
import { tables } from '../app/sync.ts'
import { workspaceRoleAtom } from './may.ts'

/** Projects that the person works in, in the order of their sidebar; archived ones are left out. */
export const joinedProjectsAtom = atom((get) => {
  const isAdmin = get(workspaceRoleAtom) === role.admin
  return get(tables.projects.allAtom)
    .filter((project) => project.archived_at === null && (isAdmin || (project.member_role ?? null) !== null))
    .sort((a, b) => (a.sort_order ?? Infinity) - (b.sort_order ?? Infinity) || a.name.localeCompare(b.name))
})

/** Projects that the person sees and is not in. */
export const joinableProjectsAtom = atom((get) => {
  const joined = new Set(get(joinedProjectsAtom).map((project) => project.id))
  return get(tables.projects.allAtom)
    .filter((project) => project.archived_at === null && !joined.has(project.id))
    .sort((a, b) => a.name.localeCompare(b.name))
})
