import type { OpenAPIHono } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import type { HttpEnv } from './env.ts'
import { describeCallPermission } from './openapi.ts'

/**
 * Serves `/api/docs`, an HTML page with all calls, generated from the declarations. The page needs no
 * scripts, so it needs neither a CDN nor an exception in the content security policy.
 */
export function serveApiDocs(app: OpenAPIHono<HttpEnv>, calls: Record<string, Call>): void {
  let page: ReturnType<typeof render> | null = null
  app.get('/api/docs', (c) => {
    page ??= render(calls)
    return c.html(page)
  })
}

function render(calls: Record<string, Call>) {
  const areas = Object.entries(Object.groupBy(Object.entries(calls), ([, call]) => call.area))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Tandem API</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <h1>Tandem API</h1>
        <p>Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>. The web client uses the same calls.</p>
        ${authentication} ${lists}
        <nav>${areas.map(([area]) => html`<a href="#${area}">${area}</a> `)}</nav>
        ${areas.map(([area, entries]) => html`<h2 id="${area}">${area}</h2>${(entries ?? []).map(renderCall)}`)}
      </body>
    </html>`
}

const authentication = html`<h2 id="authentication">Authentication</h2>
  <p>
    Create a token in Tandem under <i>Settings → API tokens</i>. It is shown once. Send it with every request, in one of these headers:
  </p>
  <pre>X-API-Key: tandem_api_…
Authorization: Bearer tandem_api_…</pre>
  <p>
    A token has the permissions of its user. With the scope <code>read</code> it can only read. A token of a workspace works only in that workspace.
    No token can change how its user signs in. Without a valid token, a call returns 401. Without permission, it returns 403 or 404.
  </p>
  <p>
    Browsers sign in with <code>POST /auth/sign-in/</code>, which sets the cookie <code>session-id</code>. Forms contain
    <code>csrfmiddlewaretoken</code> from <code>GET /auth/get-csrf-token/</code>. The cookie works only for pages of this instance. Scripts and other
    servers use a token.
  </p>
  <p>
    For example:
    <code>curl -H "X-API-Key: $TOKEN" ${'{'}APP_URL${'}'}/api/users/me/</code>
  </p>
  <p>
    Above a rate limit, the server returns 429 with <code>Retry-After</code> in seconds. Unknown query parameters are rejected, or listed in the
    header <code>x-unknown-fields</code>.
  </p>`

const lists = html`<h2 id="lists">Lists</h2>
  <p>
    Long lists are returned in pages of <code>per_page</code> rows. Send the <code>next_cursor</code> of a page as <code>cursor</code> to get the next
    page, until <code>next_page_results</code> is false or <code>next_cursor</code> is null. The cursor identifies the last row of the page. A row that
    exists during the whole listing is therefore returned exactly once, even if others insert and delete rows. A cursor of three parts, such as
    <code>100:2:0</code>, counts rows and does not have this property.
  </p>
  <p>
    With <code>group_by</code>, each group has its own <code>next_cursor</code>. Send it without <code>group_by</code>, with a filter for the group.
    To copy all work items of a project, read <a href="#syncWorkItems"><code>v2/issues/</code></a>. An item that changes during the copy is returned
    again. Then get later changes with <code>updated_at__gt</code>, and removed items from
    <a href="#listDeletedWorkItems"><code>deleted-issues/</code></a>.
  </p>`

function renderCall([name, call]: [string, Call]) {
  return html`<details id="${name}">
    <summary><code>${call.method}</code> <code>${call.path}</code> <span>${call.summary}</span></summary>
    <p>${describeCallPermission(call)} Returns ${String(call.status)}.</p>
    ${schemaBlock('Query', call.query)} ${schemaBlock('Body', call.body)} ${schemaBlock('Response', call.answer)}
  </details>`
}

function schemaBlock(title: string, schema: z.ZodType | undefined) {
  if (schema === undefined) return ''
  const json = z.toJSONSchema(schema, {
    io: title === 'Response' ? 'output' : 'input',
    unrepresentable: 'any',
  })
  return html`<h3>${title}</h3>
    <pre>${JSON.stringify(json, null, 2)}</pre>`
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 960px; margin: 32px auto; padding: 0 16px; }
  nav { display: flex; flex-wrap: wrap; gap: 4px 12px; }
  summary { cursor: pointer; padding: 6px 0; }
  summary span { opacity: .75; margin-left: 8px; }
  pre { overflow: auto; padding: 12px; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; }
  details { border-top: 1px solid color-mix(in srgb, currentColor 12%, transparent); }
`
