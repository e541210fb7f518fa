import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { effectiveProjectRole } from '#common/organization/projects/rules.ts'
import type { ProjectMemberRow } from '#common/organization/projects/schema.ts'
import { type Role, role } from '#common/platform/roles.ts'
import { tables } from '../../platform/app/sync.ts'
import {
  peopleAndServiceAccountsAtom,
  type WorkspaceMemberWithUser,
  workspaceMembersAtom,
} from '../workspaces/atoms.ts'

export interface ProjectMemberWithUser extends ProjectMemberRow {
  name: string
  email: string
  avatar_url: string | null
  is_me: boolean
  workspace_role: Role
}

/** The members of a project: the user first, then sorted by name. */
export const projectMembersAtom = atomFamily((projectId: string) =>
  atom((get): ProjectMemberWithUser[] => {
    const rows = get(tables.project_members.allAtom).filter(
      (row) => row.project_id === projectId && row.is_active,
    )
    return get(peopleAndServiceAccountsAtom).flatMap((person) => {
      const row = rows.find((one) => one.member_id === person.member_id)
      if (row === undefined) return []
      const { name, email, avatar_url, is_me, role: workspace_role } = person
      return [{ ...row, name, email, avatar_url, is_me, workspace_role }]
    })
  }),
)

/** Workspace members who are not in the project. */
export const nonMembersOfProjectAtom = atomFamily((projectId: string) =>
  atom((get): WorkspaceMemberWithUser[] => {
    const inside = new Set(get(projectMembersAtom(projectId)).map((member) => member.member_id))
    return get(peopleAndServiceAccountsAtom).filter((person) => !inside.has(person.member_id))
  }),
)

/** Users who may lead a project. Workspace guests may not. */
export const eligibleProjectLeadsAtom = atom((get) =>
  get(workspaceMembersAtom).filter((person) => person.role > role.guest),
)

/**
 * Returns the project role that a person gets if the role `wanted` is chosen. The workspace role of the
 * person limits the project role.
 */
export function allowedProjectRole(person: WorkspaceMemberWithUser | undefined, wanted: Role): Role {
  return effectiveProjectRole(person?.role ?? role.member, wanted)
}
