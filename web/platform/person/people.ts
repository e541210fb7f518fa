import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { UserLite } from '#common/identity/users/schema.ts'
import { role } from '#common/platform/roles.ts'
import { compareNames } from '../../locales/formats.ts'
import { applyRows, store, tables } from '../app/sync.ts'
import { setAgentIds } from '../ui/agent-ids.ts'
import { assignPeopleColors } from '../ui/person-color.ts'
import { displayNameOf } from './display-name.ts'
import { meAtom } from './session.ts'

function followPeople(): void {
  const users = store.get(tables.users.allAtom)
  assignPeopleColors(users.map(({ id }) => id))
  setAgentIds(users.flatMap(({ id, is_service_account }) => (is_service_account ? [id] : [])))
}
followPeople()
store.sub(tables.users.allAtom, followPeople)

function oneselfFirst(me: string | undefined) {
  return (a: UserLite, b: UserLite) =>
    Number(b.id === me) - Number(a.id === me) || compareNames(displayNameOf(a), displayNameOf(b))
}

/**
 * Users who can be assigned in a project: its members and the workspace's admins, but no guests. The current
 * user is first, and all other users are sorted by name.
 */
export const assignableUsersAtom = atomFamily((projectId: string) =>
  atom((get) => {
    const inProject = new Set(
      get(tables.project_members.allAtom)
        .filter((row) => row.project_id === projectId && row.is_active && row.role > role.guest)
        .map((row) => row.member_id),
    )
    const able = get(tables.workspace_members.allAtom).filter(
      (row) =>
        row.is_active && (row.role === role.admin || (row.role > role.guest && inProject.has(row.member_id))),
    )
    const users = new Map(get(tables.users.allAtom).map((user) => [user.id, user]))
    return able.flatMap((row) => users.get(row.member_id) ?? []).sort(oneselfFirst(get(meAtom)?.id))
  }),
)

/** The users with these ids, in the order of the ids. Users that are not loaded are left out. */
export const peopleByIdsAtom = atomFamily((ids: string) =>
  atom((get) =>
    ids === ''
      ? []
      : ids.split(',').flatMap((id): UserLite[] => {
          const user = get(tables.users.rowAtom(id))
          return user === undefined ? [] : [user]
        }),
  ),
)

/**
 * All users who can access a project: its members, including guests, and the workspace's admins. If the id is
 * null, the list contains all users of the workspace. The current user is first, and all other users are sorted
 * by name.
 */
export const peopleOfProjectAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const me = get(meAtom)?.id
    const rows = get(tables.workspace_members.allAtom).filter((row) => row.is_active)
    const inProject = new Set(
      get(tables.project_members.allAtom)
        .filter((row) => row.project_id === projectId && row.is_active)
        .map((row) => row.member_id),
    )
    const ids = new Set(
      rows
        .filter((row) => projectId === null || row.role === role.admin || inProject.has(row.member_id))
        .map((row) => row.member_id),
    )
    return get(tables.users.allAtom)
      .filter((user) => ids.has(user.id))
      .sort(oneselfFirst(me))
  }),
)

/**
 * The people of the workspace who cannot access a project, sorted by name. If the id is null, the list is empty, because
 * nobody is outside of the workspace.
 */
export const peopleOutsideProjectAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const inside = new Set(get(peopleOfProjectAtom(projectId)).map(({ id }) => id))
    return get(peopleOfProjectAtom(null)).filter(({ id, is_bot }) => !is_bot && !inside.has(id))
  }),
)

/** The ids of the guests of the workspace. */
export const workspaceGuestIdsAtom = atom(
  (get) =>
    new Set(
      get(tables.workspace_members.allAtom)
        .filter((row) => row.role === role.guest)
        .map((row) => row.member_id),
    ),
)

/**
 * Adds the people of a response who are not loaded in this tab, such as visitors of a public board. The rows of
 * loaded people are not replaced, because they also contain email addresses.
 */
export function addMissingPeople(people: readonly (UserLite | null)[], version: number): void {
  const missing = people.flatMap((one) => (one === null || tables.users.get(one.id) ? [] : [one]))
  if (missing.length > 0) applyRows('users', missing, version)
}

/**
 * True for a visitor of a public board. A visitor has a user row with a name, but has never been a member of the
 * workspace.
 */
export const isVisitorAtom = atomFamily((id: string) =>
  atom((get) => {
    const user = get(tables.users.rowAtom(id))
    if (user === undefined || user.is_bot || id === get(meAtom)?.id) return false
    return !get(tables.workspace_members.allAtom).some(({ member_id }) => member_id === id)
  }),
)
