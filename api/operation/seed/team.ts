import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '#common/platform/ids.ts'
import { role } from '#common/platform/roles.ts'
import { type User, UserEntity } from '../../identity/users/entity.ts'
import { addOrReactivateMember } from '../../organization/workspaces/membership.ts'

const people = [
  ['Ines', 'Duarte'],
  ['Jonas', 'Weber'],
  ['Priya', 'Raman'],
  ['Tomasz', 'Nowak'],
  ['Aisha', 'Bello'],
  ['Leo', 'Martin'],
  ['Mei', 'Tanaka'],
  ['Oskar', 'Lindqvist'],
] as const

export type SampleMemberName = (typeof people)[number][0]

/**
 * Makes the sample users members of the workspace, and creates them if they are missing. Returns their ids by first
 * name. Sample users are bots without a password and with an unreachable email address, so nobody can sign in as one
 * of them. Member lists omit them. `joined_at` is the date of their accounts and memberships.
 */
export async function createSampleTeam(
  em: EntityManager,
  workspaceId: string,
  joined_at = new Date(),
): Promise<Map<SampleMemberName, string>> {
  const team = new Map<SampleMemberName, string>()
  for (const [first_name, last_name] of people) {
    const email = `${first_name.toLowerCase()}.${workspaceId}@sample.invalid`
    const known = await em.findOne(UserEntity, { email })
    const person = known ?? makeBot(em, { email, first_name, last_name, created_at: joined_at })
    await em.flush()
    await addOrReactivateMember(em, workspaceId, person.id, role.member, joined_at)
    team.set(first_name, person.id)
  }
  return team
}

function makeBot(
  em: EntityManager,
  named: Pick<User, 'email' | 'first_name' | 'last_name' | 'created_at'>,
): User {
  const id = newId()
  return em.create(UserEntity, {
    ...named,
    id,
    username: id,
    display_name: `${named.first_name} ${named.last_name}`,
    is_bot: true,
    avatar_url: null,
    cover_image_url: null,
    password_hash: null,
    last_login_time: null,
    last_login_ip: null,
    last_logout_time: null,
    last_logout_ip: null,
  })
}
