import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import {
  canJoinTeamspace,
  canManageTeamspace,
  canSeeTeamspace,
  isTeamMember,
} from '#common/organization/teamspaces/rules.ts'
import type { TeamspaceRow } from '#common/organization/teamspaces/schema.ts'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { compareNames } from '../../locales/formats.ts'
import { tables } from '../../platform/app/sync.ts'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { workspaceRoleAtom } from '../../platform/person/roles.ts'
import { meAtom } from '../../platform/person/session.ts'
import { workspaceMembersAtom } from '../workspaces/atoms.ts'

const actorAtom = atom((get) => ({ user_id: get(meAtom)?.id ?? '', role: get(workspaceRoleAtom) }))

/** True for members and admins of the workspace. Guests have no teamspaces. */
export const canUseTeamspacesAtom = atom((get) => hasRoleAtLeast(get(workspaceRoleAtom), role.member))

/** The teamspaces that the user can see, in their manual order. */
export const teamspacesAtom = atom((get) => {
  const actor = get(actorAtom)
  return get(tables.teamspaces.allAtom)
    .filter((team) => canSeeTeamspace(actor, team))
    .toSorted((a, b) => a.sort_order - b.sort_order || (a.id < b.id ? -1 : 1))
})

export const teamspaceAtom = atomFamily((id: string) =>
  atom((get) => get(teamspacesAtom).find((team) => team.id === id)),
)

/** The user's rights in a teamspace, by the same rules as on the server. */
export const teamspaceRightsAtom = atomFamily((id: string) =>
  atom((get) => {
    const team = get(teamspaceAtom(id))
    const actor = get(actorAtom)
    return {
      manage: team !== undefined && canManageTeamspace(actor, team),
      join: team !== undefined && canJoinTeamspace(actor, team),
      leave: team !== undefined && isTeamMember(actor, team),
    }
  }),
)

/** The people who can be in a teamspace: members and admins of the workspace. */
export const eligibleTeamspaceMembersAtom = atom((get) =>
  get(workspaceMembersAtom).filter((one) => one.role > role.guest),
)

/**
 * Returns those people in `possible` who are members of a teamspace, the lead first. `possible` contains no
 * guests and no former members of the workspace.
 */
export function teamspaceMembers<Person extends { member_id: string; name: string }>(
  { lead_id, member_ids }: Pick<TeamspaceRow, 'lead_id' | 'member_ids'>,
  possible: readonly Person[],
): Person[] {
  return possible
    .filter(({ member_id }) => member_ids.includes(member_id))
    .toSorted(
      (a, b) =>
        Number(b.member_id === lead_id) - Number(a.member_id === lead_id) || compareNames(a.name, b.name),
    )
}

/** The projects in `joinedProjectsAtom` that belong to the teamspace with this id. */
export const joinedTeamspaceProjectsAtom = atomFamily((id: string) =>
  atom((get) => {
    const linked = get(teamspaceAtom(id))?.project_ids ?? []
    return get(joinedProjectsAtom).filter((project) => linked.includes(project.id))
  }),
)

/**
 * The number of projects of a teamspace that `joinedProjectsAtom` does not contain, because the user has not joined
 * them. The client may not have loaded these projects.
 */
export const hiddenProjectCountOfTeamspaceAtom = atomFamily((id: string) =>
  atom((get) => {
    const linked = get(teamspaceAtom(id))?.project_ids ?? []
    return linked.length - get(joinedTeamspaceProjectsAtom(id)).length
  }),
)
