import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { UserLite } from '#common/identity/users/schema.ts'
import type { WorkspaceMemberRow } from '#common/organization/workspaces/schema.ts'
import { compareNames } from '../../locales/formats.ts'
import { tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { meAtom } from '../../platform/person/session.ts'

export interface WorkspaceMemberWithUser extends WorkspaceMemberRow {
  name: string
  email: string
  avatar_url: string | null
  is_service_account: boolean
  is_me: boolean
}

/** The people who are members of the open workspace: the user first, then sorted by name. */
export const workspaceMembersAtom = atom((get) =>
  get(peopleAndServiceAccountsAtom).filter(({ is_service_account }) => !is_service_account),
)

/** The people and service accounts of the open workspace: the user first, then sorted by name. */
export const peopleAndServiceAccountsAtom = atom((get): WorkspaceMemberWithUser[] => {
  const me = get(meAtom)
  const users = new Map(get(tables.users.allAtom).map((user) => [user.id, user]))
  return get(tables.workspace_members.allAtom)
    .flatMap((row) => {
      const user = users.get(row.member_id)
      if (!row.is_active || user === undefined || isHiddenBot(user)) return []
      const { avatar_url, is_service_account } = user
      const is_me = row.member_id === me?.id
      const email = user.email ?? (is_me ? me.email : '')
      return [{ ...row, name: displayNameOf(user), email, avatar_url, is_service_account, is_me }]
    })
    .sort((a, b) => Number(b.is_me) - Number(a.is_me) || compareNames(a.name, b.name))
})

/** Returns true for the people of the sample project, who are bots. Service accounts are bots that lists show. */
function isHiddenBot({ is_bot, is_service_account }: UserLite): boolean {
  return is_bot && !is_service_account
}

/** The number of bots, which member lists omit and mention separately. */
export const botCountAtom = atomFamily((projectId: string | null) =>
  atom((get) => {
    const bots = new Set(get(tables.users.allAtom).flatMap((user) => (isHiddenBot(user) ? [user.id] : [])))
    const rows =
      projectId === null ? get(tables.workspace_members.allAtom) : get(tables.project_members.allAtom)
    return rows.filter((row) => {
      const isInScope = !('project_id' in row) || row.project_id === projectId
      return isInScope && row.is_active && bots.has(row.member_id)
    }).length
  }),
)
