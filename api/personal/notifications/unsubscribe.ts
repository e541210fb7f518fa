import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { sql } from 'kysely'
import { emailPreferences } from '#common/personal/notifications/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { verifySignedValue } from '../../identity/sign-in/signed-values.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { query } from '../../platform/db/orm.ts'
import type { HttpEnv } from '../../platform/http/env.ts'

/** Path of the unsubscribe link, which every email contains. A token follows the path. */
export const unsubscribePath = '/unsubscribe/'
export const unsubscribePurpose = 'unsubscribe'

/**
 * Disables all emails about work items for the user of the link, even without a session. Email programs send
 * a POST (RFC 8058). Opening the link only shows a button, because link scanners must not change anything.
 * The link is signed and permits nothing else.
 */
export function serveUnsubscribe(app: OpenAPIHono<HttpEnv>, { config, orm }: Deps): void {
  const personOf = (c: Context<HttpEnv>) =>
    verifySignedValue(config, unsubscribePurpose, c.req.param('token'))
  const path = `${unsubscribePath}:token`
  app.get(path, (c) => (personOf(c) === null ? unknownPage(c) : answer(c, questionPage)))
  app.post(path, async (c) => {
    const person = personOf(c)
    if (person === null) return unknownPage(c)
    const names = emailPreferences.map((name) => sql.ref(name))
    const off = emailPreferences.map((name) => sql`${sql.ref(name)} = false`)
    await sql`
      insert into notification_preferences (id, user_id, ${sql.join(names)})
      select ${newId()}::uuid, id, ${sql.join(emailPreferences.map(() => sql`false`))} from users where id = ${person}::uuid
      on conflict (user_id) do update set updated_at = now(), ${sql.join(off)}`.execute(query(orm.em.fork()))
    return answer(c, donePage)
  })
}

const questionPage = html`<p>Unsubscribe from notification emails?</p>
  <form method="post"><button style="font: inherit; padding: 0.4rem 0.9rem">Unsubscribe</button></form>
  <p>You still get notifications in your Tandem inbox.</p>`

const donePage = html`<p>You are unsubscribed from notification emails.</p>
  <p>You can turn them on again in your settings under Notifications.</p>
  <p><a href="/">Open Tandem</a></p>`

function unknownPage(c: Context<HttpEnv>) {
  return answer(c, html`<p>This link is not valid. Use the link in your latest email.</p>`, 404)
}

function answer(c: Context<HttpEnv>, content: ReturnType<typeof html>, status: 200 | 404 = 200) {
  c.header('Cache-Control', 'no-store')
  c.header('X-Robots-Tag', 'noindex')
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>Tandem</title>
        </head>
        <body style="font: 15px/1.5 system-ui, sans-serif; max-width: 22rem; margin: 20vh auto 0; padding: 0 1.5rem">
          ${content}
        </body>
      </html>`,
    status,
  )
}
