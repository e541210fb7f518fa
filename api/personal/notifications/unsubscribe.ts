import type { OpenAPIHono } from '@hono/zod-openapi'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { sql } from 'kysely'
import { bestLanguage, parseAcceptLanguage } from '#common/locales/languages.ts'
import { emailPreferences } from '#common/personal/notifications/rules.ts'
import { newId } from '#common/platform/ids.ts'
import { verifySignedValue } from '../../identity/sign-in/signed-values.ts'
import type { Deps } from '../../platform/context/deps.ts'
import { query } from '../../platform/db/orm.ts'
import type { HttpEnv } from '../../platform/http/env.ts'
import { getTranslator, type Translator } from '../../platform/locales.ts'

/** Path of the unsubscribe link, which every email contains. A token follows the path. */
export const unsubscribePath = '/unsubscribe/'
export const unsubscribeSignaturePurpose = 'unsubscribe'

/**
 * Disables all emails about work items for the user of the link, even without a session. Email programs send
 * a POST (RFC 8058). Opening the link only shows a button, because link scanners must not change anything.
 * The link is signed and permits nothing else.
 */
export function serveUnsubscribe(app: OpenAPIHono<HttpEnv>, { config, orm }: Deps): void {
  const personOf = (c: Context<HttpEnv>) =>
    verifySignedValue(config, unsubscribeSignaturePurpose, c.req.param('token'))
  const path = `${unsubscribePath}:token`
  app.get(path, async (c) => {
    const person = personOf(c)
    if (person === null) return unknownPage(c)
    const words = await translatorOf(orm.em.fork(), person)
    return answer(c, words, questionPage(words))
  })
  app.post(path, async (c) => {
    const person = personOf(c)
    if (person === null) return unknownPage(c)
    const em = orm.em.fork()
    const names = emailPreferences.map((name) => sql.ref(name))
    const off = emailPreferences.map((name) => sql`${sql.ref(name)} = false`)
    await sql`
      insert into notification_preferences (id, user_id, ${sql.join(names)})
      select ${newId()}::uuid, id, ${sql.join(emailPreferences.map(() => sql`false`))} from users where id = ${person}::uuid
      on conflict (user_id) do update set updated_at = now(), ${sql.join(off)}`.execute(query(em))
    const words = await translatorOf(em, person)
    return answer(c, words, donePage(words))
  })
}

/** Returns the texts in the language of the user who received the email. */
async function translatorOf(em: EntityManager, person: string): Promise<Translator> {
  const found = await query(em)
    .selectFrom('profiles')
    .select('language')
    .where('user_id', '=', person)
    .executeTakeFirst()
  return getTranslator(found?.language ?? 'en')
}

const questionPage = ({ t }: Translator) => html`<p>${t('unsubscribe.question')}</p>
  <form method="post"><button style="font: inherit; padding: 0.4rem 0.9rem">${t('unsubscribe.button')}</button></form>
  <p>${t('unsubscribe.inbox')}</p>`

const donePage = ({ t }: Translator) => html`<p>${t('unsubscribe.done')}</p>
  <p>${t('unsubscribe.again')}</p>
  <p><a href="/">${t('unsubscribe.open')}</a></p>`

/** If a link is invalid, its user is unknown, so this page uses the language of the browser. */
function unknownPage(c: Context<HttpEnv>) {
  const words = getTranslator(bestLanguage(parseAcceptLanguage(c.req.header('accept-language') ?? '')))
  return answer(c, words, html`<p>${words.t('unsubscribe.unknown')}</p>`, 404)
}

function answer(
  c: Context<HttpEnv>,
  { tag }: Translator,
  content: ReturnType<typeof html>,
  status: 200 | 404 = 200,
) {
  c.header('Cache-Control', 'no-store')
  c.header('X-Robots-Tag', 'noindex')
  return c.html(
    html`<!doctype html>
      <html lang="${tag}">
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
