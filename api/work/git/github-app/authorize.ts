import { z } from 'zod'
import type { QueryOf } from '#common/platform/call.ts'
import { AppError, invalid } from '#common/platform/errors.ts'
import type { gitCalls } from '#common/work/git/calls.ts'
import {
  type GithubReturn,
  gitAppProblemMessages,
  githubAppCallbackPath,
  githubReturnParam,
} from '#common/work/git/rules.ts'
import type { GithubApp } from '#common/work/git/schema.ts'
import { type Context, type ProjectContext, Redirect } from '../../../platform/context/context.ts'
import { query } from '../../../platform/db/orm.ts'
import { ForgeRequestError } from '../forges/forge-request-error.ts'
import { explainGithubErrors } from './access.ts'
import { exchangeGithubCode, requestGithub } from './app-request.ts'
import {
  createAppJwt,
  type GithubAppSettings,
  githubAppHost,
  invalidGithubAppMessage,
  readGithubApp,
} from './app-settings.ts'
import {
  type AuthorizationOwner,
  consumeGithubState,
  createGithubState,
  findGithubUserToken,
  storeGithubUserToken,
} from './authorizations.ts'
import { requestUserInstallations } from './installations.ts'

export async function getGithubApp(ctx: ProjectContext): Promise<GithubApp> {
  return {
    is_configured: readGithubApp(ctx) !== null,
    base_url: githubAppHost(ctx),
    is_authorized: (await findGithubUserToken(ctx)) !== null,
  }
}

/** Returns the address on GitHub on which the user authorizes or installs the App. */
export async function authorizeGithubApp(
  ctx: ProjectContext,
  { install }: { install: boolean },
): Promise<{ url: string }> {
  const app = readGithubApp(ctx)
  if (app === null) throw new AppError('conflict', gitAppProblemMessages.unconfigured)
  const { user, workspace, project } = ctx
  const owner = { user_id: user.id, workspace_id: workspace.id, project_id: project.id }
  if (!install) return { url: await authorizeUrl(ctx, app, owner) }
  await ctx.limits.take('outgoing', user.id)
  return { url: await explainGithubErrors(installUrl(ctx, app, owner)) }
}

async function authorizeUrl(
  ctx: Context,
  { host, clientId }: GithubAppSettings,
  owner: AuthorizationOwner,
): Promise<string> {
  const params = {
    client_id: clientId,
    redirect_uri: ctx.config.appUrl + githubAppCallbackPath,
    state: await createGithubState(ctx, owner),
  }
  return `${host}/login/oauth/authorize?${new URLSearchParams(params)}`
}

const ownApp = z.object({ slug: z.string().regex(/^[\w-]+$/), html_url: z.string() })

/** GitHub Enterprise Server has another path for the page of an App, so the page is read from its API. */
async function installUrl(ctx: Context, app: GithubAppSettings, owner: AuthorizationOwner): Promise<string> {
  const { status, answer } = await requestGithub(ctx, app.host, {
    ...{ method: 'GET', path: '/app', token: createAppJwt(app) },
  })
  const { data } = ownApp.safeParse(answer)
  if (status !== 200 || data === undefined) throw new ForgeRequestError(invalidGithubAppMessage, true)
  const page = URL.parse(data.html_url)
  // Send the state only to the configured server.
  const base = page?.origin === new URL(app.host).origin ? page.href : `${app.host}/apps/${data.slug}`
  const params = new URLSearchParams({ state: await createGithubState(ctx, owner) })
  return `${base.replace(/\/$/, '')}/installations/new?${params}`
}

/**
 * Handles the redirect from GitHub after the authorization or installation. Anybody can open this address with
 * any parameters. Therefore the state must belong to the signed-in user, and an installation counts only if
 * GitHub lists it for the token of this user.
 */
export async function returnFromGithub(
  ctx: Context,
  answer: QueryOf<typeof gitCalls.returnFromGithub>,
): Promise<Redirect> {
  const owner = await consumeGithubState(ctx, answer.state ?? '')
  if (owner === null)
    throw invalid('state', 'This link from GitHub has expired. Start again in the settings.')
  const app = readGithubApp(ctx)
  if (app === null || (answer.error !== undefined && answer.error !== 'access_denied'))
    return backToProject(ctx, owner, 'failed')
  if (answer.error !== undefined) return backToProject(ctx, owner, 'denied')
  try {
    return await completeAuthorization(ctx, app, owner, answer)
  } catch (err) {
    if (!(err instanceof ForgeRequestError)) throw err
    ctx.log.warn({ err }, 'a project could not be connected with GitHub')
    return backToProject(ctx, owner, 'failed')
  }
}

async function completeAuthorization(
  ctx: Context,
  app: GithubAppSettings,
  owner: AuthorizationOwner,
  { code, installation_id, setup_action }: QueryOf<typeof gitCalls.returnFromGithub>,
): Promise<Redirect> {
  // `request` means that the user has only requested the installation, because only owners of an organization
  // can install the App.
  if (setup_action === 'request') return backToProject(ctx, owner, 'requested')
  // GitHub sends no code if the App does not request the authorization during its installation. In this case,
  // send the user to GitHub again to authorize the App.
  if (code === undefined) return new Redirect(await authorizeUrl(ctx, app, owner))
  const token = await exchangeGithubCode(ctx, app, code)
  const installations = token === null ? null : await requestUserInstallations(ctx, app, token)
  if (token === null || installations === null) return backToProject(ctx, owner, 'failed')
  if (installation_id !== undefined && installations.every(({ id }) => id !== installation_id))
    return backToProject(ctx, owner, 'foreign')
  if (installations.length === 0) return new Redirect(await installUrl(ctx, app, owner))
  await storeGithubUserToken(ctx, owner, token)
  return backToProject(ctx, owner, 'connect')
}

async function backToProject(
  { em }: Context,
  { workspace_id, project_id }: AuthorizationOwner,
  how: GithubReturn,
): Promise<Redirect> {
  const { slug } = await query(em)
    .selectFrom('workspaces')
    .select('slug')
    .where('id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return new Redirect(`/${slug}/settings/projects/${project_id}/git?${githubReturnParam}=${how}`)
}
