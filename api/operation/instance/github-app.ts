import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { instanceCalls } from '#common/operation/instance/calls.ts'
import type { BodyOf, QueryOf } from '#common/platform/call.ts'
import { invalid } from '#common/platform/errors.ts'
import {
  githubAppCallbackPath,
  githubAppCreatedPath,
  githubAppEvents,
  githubAppManifestPath,
  githubAppPermissions,
  githubAppWebhookPath,
  githubCreatedParam,
} from '#common/work/git/rules.ts'
import type { Config } from '../../platform/config/config.ts'
import { Redirect, type UserContext } from '../../platform/context/context.ts'
import type { Deps } from '../../platform/context/deps.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { ForgeRequestError } from '../../work/git/forges/forge-request-error.ts'
import { requestGithub } from '../../work/git/github-app/app-request.ts'
import { githubAppHost } from '../../work/git/github-app/app-settings.ts'
import { consumeAppCreationState, createGithubState } from '../../work/git/github-app/authorizations.ts'
import { updateConfigurations } from './configurations.ts'

/*
 * GitHub creates an App from a manifest, which the browser of an admin must post to GitHub as a form. The
 * content security policy of the client allows no forms to other servers, so a separate page sends this form.
 * GitHub then redirects the browser back with a code. Tandem can exchange the code for the keys of the App
 * once. See https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest.
 */

/** Maximum length of the name of an App on GitHub. */
const maxAppNameLength = 34

/** Returns the page that the browser must open to create the App. */
export async function createGithubApp(
  ctx: UserContext,
  { organization = '' }: BodyOf<typeof instanceCalls.createGithubApp>,
): Promise<{ url: string }> {
  const state = await createGithubState(ctx, { user_id: ctx.user.id, workspace_id: null, project_id: null })
  return { url: `${githubAppManifestPath}?${new URLSearchParams({ state, organization })}` }
}

const pageQuery = z.object({
  state: z.string().max(200).default(''),
  organization: z
    .string()
    .regex(/^[\w-]{0,100}$/)
    .default(''),
})

/**
 * Serves the page that sends the App's manifest to GitHub. Anybody may open the page: it contains no secret,
 * and GitHub creates the App only after the user has confirmed it there.
 */
export function serveGithubAppManifest(app: OpenAPIHono<HttpEnv>, deps: Deps): void {
  app.get(githubAppManifestPath.replace(/\/$/, ''), (c) => {
    const { data } = pageQuery.safeParse(c.req.query())
    if (data === undefined) throw invalid('organization', 'Enter the name of the organization.')
    const host = githubAppHost(deps)
    const owner = data.organization === '' ? '' : `/organizations/${data.organization}`
    const action = `${host}${owner}/settings/apps/new?${new URLSearchParams({ state: data.state })}`
    const script = 'document.forms[0].submit()'
    const hash = createHash('sha256').update(script).digest('base64')
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'sha256-${hash}'; form-action ${new URL(host).origin}; base-uri 'none'; frame-ancestors 'none'`,
    )
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <title>GitHub</title>
          </head>
          <body>
            <form method="post" action="${action}">
              <input type="hidden" name="manifest" value="${JSON.stringify(manifestOf(deps.config))}" />
              <button>GitHub</button>
            </form>
            ${raw(`<script>${script}</script>`)}
          </body>
        </html>`,
    )
  })
}

function manifestOf({ appUrl }: Pick<Config, 'appUrl'>) {
  return {
    name: `Tandem ${new URL(appUrl).hostname}`.slice(0, maxAppNameLength),
    url: appUrl,
    hook_attributes: { url: appUrl + githubAppWebhookPath, active: true },
    redirect_url: appUrl + githubAppCreatedPath,
    callback_urls: [appUrl + githubAppCallbackPath],
    request_oauth_on_install: true,
    public: false,
    default_permissions: githubAppPermissions,
    default_events: githubAppEvents,
  }
}

const conversion = z.object({
  id: z.int(),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  webhook_secret: z.string().min(1),
  pem: z.string().min(1),
})

/** Stores the keys of the App that GitHub has created. */
export async function returnFromGithubAppCreation(
  ctx: UserContext,
  { code = '', state = '' }: QueryOf<typeof instanceCalls.returnFromGithubAppCreation>,
): Promise<Redirect> {
  if (!(await consumeAppCreationState(ctx, state)))
    throw invalid('state', 'This link from GitHub has expired. Start again in the settings.')
  const app = await convert(ctx, code)
  if (app !== null)
    await updateConfigurations(ctx, {
      GITHUB_APP_ID: String(app.id),
      GITHUB_APP_CLIENT_ID: app.client_id,
      GITHUB_APP_CLIENT_SECRET: app.client_secret,
      GITHUB_APP_WEBHOOK_SECRET: app.webhook_secret,
      GITHUB_APP_PRIVATE_KEY: app.pem,
    })
  return new Redirect(`/admin/github?${githubCreatedParam}=${app === null ? 0 : 1}`)
}

async function convert(ctx: UserContext, code: string): Promise<z.infer<typeof conversion> | null> {
  try {
    const path = `/app-manifests/${encodeURIComponent(code)}/conversions`
    const { answer } = await requestGithub(ctx, githubAppHost(ctx), { method: 'POST', path, token: null })
    return conversion.safeParse(answer).data ?? null
  } catch (err) {
    if (!(err instanceof ForgeRequestError)) throw err
    ctx.log.warn({ err }, 'the keys of the GitHub App could not be read')
    return null
  }
}
