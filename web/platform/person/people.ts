import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { UserLite } from '#common/identity/users/schema.ts'
import { role } from '#common/platform/roles.ts'
import { store, tables } from '../app/sync.ts'
import { knowPeople } from '../ui/person-color.ts'
import { meAtom } from './session.ts'

const followPeople = () => knowPeople(store.get(tables.users.allAtom).map(({ id }) => id))
followPeople()
store.sub(tables.users.allAtom, followPeople)

function oneselfFirst(me: string | undefined) {
  return (a: UserLite, b: UserLite) =>
    Number(b.id === me) - Number(a.id === me) || a.display_name.localeCompare(b.display_name)
}

/** Who can be assigned in a project, oneself first, then by name: its members and the workspace's admins, without guests. */
export const assignableAtom = atomFamily((projectId: string) =>
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

/** The people behind ids, in their order; unknown ones are left out. */
export const peopleAtom = atomFamily((ids: string) =>
  atom((get) =>
    ids === ''
      ? []
      : ids.split(',').flatMap((id): UserLite[] => {
          const user = get(tables.users.rowAtom(id))
          return user === undefined ? [] : [user]
        }),
  ),
)

/** Everybody who is in a project, guests too, or in the workspace when none is given: oneself first, then by name. */
export const peopleInAtom = atomFamily((projectId: string | null) =>
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
