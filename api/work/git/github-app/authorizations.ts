import { randomBytes } from 'node:crypto'
import { type AppError, notFound } from '#common/platform/errors.ts'
import { newId } from '#common/platform/ids.ts'
import { decryptSecret, encryptSecret } from '../../../platform/config/sealed.ts'
import type { Context, ProjectContext } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { hashToken } from '../../../platform/http/session.ts'

/** Milliseconds until the state expires. In this time, the user must install the App on GitHub. */
const stateMs = 30 * 60_000
/** Milliseconds until the token of a user is deleted. In this time, the user can connect repositories. */
const tokenMs = 60 * 60_000

export interface AuthorizationOwner {
  user_id: string
  workspace_id: string
  project_id: string
}

/** An instance admin who creates the App on GitHub. */
interface AppCreator {
  user_id: string
  workspace_id: null
  project_id: null
}

/**
 * Creates a random state for this user and project. Only its hash is stored, so that a copy of the database
 * does not reveal it.
 */
export async function createGithubState(
  { em }: Pick<Context, 'em'>,
  owner: AuthorizationOwner | AppCreator,
): Promise<string> {
  const state = randomBytes(32).toString('base64url')
  await query(em)
    .insertInto('github_authorizations')
    .values({
      ...{ id: newId(), ...owner, state_hash: hashToken(state), sealed_token: null },
      created_at: new Date(),
      expires_at: new Date(Date.now() + stateMs),
    })
    .execute()
  return state
}

/** Deletes the state, so that it can be used only once. Returns null if it is unknown or of another user. */
export async function consumeGithubState(
  ctx: Pick<Context, 'em' | 'user'>,
  state: string,
): Promise<AuthorizationOwner | null> {
  const row = await consumeState(ctx, state, 'is not')
  if (row === null || row.workspace_id === null || row.project_id === null) return null
  const { user_id, workspace_id, project_id } = row
  return { user_id, workspace_id, project_id }
}

/** Deletes the state of an admin who creates the App. Returns false if it is unknown or of another user. */
export async function consumeAppCreationState(
  ctx: Pick<Context, 'em' | 'user'>,
  state: string,
): Promise<boolean> {
  return (await consumeState(ctx, state, 'is')) !== null
}

async function consumeState(
  { em, user }: Pick<Context, 'em' | 'user'>,
  state: string,
  ofNoProject: 'is' | 'is not',
) {
  if (user === null) return null
  const row = await query(em)
    .deleteFrom('github_authorizations')
    .where('state_hash', '=', hashToken(state))
    .where('user_id', '=', user.id)
    .where('project_id', ofNoProject, null)
    .where('expires_at', '>', new Date())
    .returning(['user_id', 'workspace_id', 'project_id'])
    .executeTakeFirst()
  return row ?? null
}

/** Stores the token of the user for this project, and replaces an earlier token. */
export async function storeGithubUserToken(
  { em, config }: Pick<Context, 'em' | 'config'>,
  owner: AuthorizationOwner,
  token: string,
): Promise<void> {
  const id = newId()
  await deleteUserTokens({ em }, owner)
  await query(em)
    .insertInto('github_authorizations')
    .values({
      ...{ id, ...owner, state_hash: null, sealed_token: encryptSecret(config, purposeOf(id), token) },
      created_at: new Date(),
      expires_at: new Date(Date.now() + tokenMs),
    })
    .execute()
}

export interface GithubUserToken {
  /** Id of the authorization. */
  id: string
  token: string
}

/** Returns the token of the user for this project, or null if the user has to authorize the App first. */
export async function findGithubUserToken(ctx: ProjectContext): Promise<GithubUserToken | null> {
  const row = await query(ctx.em)
    .selectFrom('github_authorizations')
    .select(['id', 'sealed_token'])
    .where('user_id', '=', ctx.user.id)
    .where('project_id', '=', ctx.project.id)
    .where('sealed_token', 'is not', null)
    .where('expires_at', '>', new Date())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (row === undefined || row.sealed_token === null) return null
  return { id: row.id, token: decryptSecret(ctx.config, purposeOf(row.id), row.sealed_token) }
}

/** Deletes the tokens of the user for this project, for example because GitHub no longer accepts them. */
export async function deleteUserTokens(
  { em }: Pick<Context, 'em'>,
  { user_id, project_id }: Pick<AuthorizationOwner, 'user_id' | 'project_id'>,
): Promise<void> {
  await query(em)
    .deleteFrom('github_authorizations')
    .where('user_id', '=', user_id)
    .where('project_id', '=', project_id)
    .where('sealed_token', 'is not', null)
    .execute()
}

/**
 * Returns the error for a missing or expired authorization. It is `not_found`, because the lists of repositories
 * exist only with an authorization of the user.
 */
export function authorizationExpiredError(): AppError {
  return notFound('Your authorization at GitHub has expired. Connect with GitHub again.')
}

function purposeOf(of: string) {
  return { purpose: 'github-user-tokens', of }
}
