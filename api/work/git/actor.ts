import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { SignInProvider } from '#common/identity/sign-in/providers.ts'
import { forgeUsers } from '#common/identity/users/forge-users.ts'
import { AppError } from '#common/platform/errors.ts'
import type { GitProvider } from '#common/work/git/rules.ts'
import { findProject } from '../../access/access.ts'
import { query } from '../../platform/db/orm.ts'
import type { GitConnectionRow } from './entity.ts'

/** The user whom activities and comments name as their author. */
export interface GitActor {
  id: string
  email: string
}

/**
 * Returns the user who has linked this account of the forge, if this user can access the project. Otherwise,
 * returns the user that represents the forge. The user only names the author: the permissions of the change are
 * those of the admin who connected the repository.
 */
export async function findGitActor(
  em: EntityManager,
  connection: GitConnectionRow,
  accountId: string | null | undefined,
): Promise<GitActor> {
  const member = accountId ? await findMemberOfAccount(em, connection, accountId) : null
  return member ?? getOrCreateForgeUser(em, connection.provider)
}

/** Names of the sign-in methods with which people link accounts of the forge. */
const linkedProviders: Record<GitProvider, readonly SignInProvider[]> = {
  github: ['github', 'oidc'],
  gitlab: ['gitlab', 'oidc'],
  gitea: ['gitea', 'oidc'],
  forgejo: ['gitea', 'oidc'],
}

async function findMemberOfAccount(
  em: EntityManager,
  connection: GitConnectionRow,
  accountId: string,
): Promise<GitActor | null> {
  const user = await query(em)
    .selectFrom('linked_accounts as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['u.id', 'u.email'])
    .where('l.provider', 'in', linkedProviders[connection.provider])
    .where('l.provider_account_id', '=', accountId)
    .where(sql<boolean>`rtrim(l.issuer, '/') = rtrim(${connection.base_url}, '/')`)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  if (user === undefined) return null
  return (await findProjectOfConnection(em, user.id, connection)) === null ? null : user
}

/**
 * Returns the project that a Git connection belongs to, with the role of the user in it. Returns null if the user has
 * no role in the project.
 */
export async function findProjectOfConnection(
  em: EntityManager,
  userId: string,
  { workspace_id, project_id }: GitConnectionRow,
) {
  try {
    return await findProject(em, userId, { id: workspace_id }, project_id)
  } catch (error) {
    // The user has no access to the project.
    if (error instanceof AppError) return null
    throw error
  }
}

async function getOrCreateForgeUser(em: EntityManager, provider: GitProvider): Promise<GitActor> {
  const { id, display_name, first_name } = forgeUsers[provider]
  // Nobody can own or guess this address: the domain `.invalid` is reserved, and the first part is random.
  const email = `${randomBytes(16).toString('hex')}@forge.invalid`
  await sql`
    insert into users (id, email, username, display_name, first_name, is_bot, is_active)
    values (${id}, ${email}, ${id}, ${display_name}, ${first_name}, true, false)
    on conflict (id) do nothing`.execute(query(em))
  return query(em).selectFrom('users').select(['id', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
}
