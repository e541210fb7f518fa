import type { OpenAPIHono } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { Call } from '#common/platform/call.ts'
import type { HttpEnv } from './env.ts'
import { permissionInWords } from './openapi.ts'

/**
 * Serves `/api/docs`: all calls on one HTML page, generated from the declarations. It needs no script, so no CDN and no
 * exception in the content security policy.
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
        <p>Machine-readable as <a href="/api/openapi.json">OpenAPI 3.1</a>. Every call that the client makes is here.</p>
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
    A token does what its person may do. One with the scope <code>read</code> can only read, one of a workspace reaches that workspace alone, and
    none can change how its person signs in. A call without a valid token is answered with 401, one that the person may not make with 403 or 404.
  </p>
  <p>
    Browsers sign in by <code>POST /auth/sign-in/</code>, which sets the cookie <code>session-id</code>. Forms carry
    <code>csrfmiddlewaretoken</code> from <code>GET /auth/get-csrf-token/</code>. The cookie is for pages of this installation; scripts and other
    servers use a token.
  </p>
  <p>
    For example:
    <code>curl -H "X-API-Key: $TOKEN" ${'{'}APP_URL${'}'}/api/users/me/</code>
  </p>
  <p>
    When a call is limited, the answer is 429 with <code>Retry-After</code> in seconds. Parameters of a query that a call does not know are refused or
    named in the header <code>x-passed-over</code>.
  </p>`

const lists = html`<h2 id="lists">Lists</h2>
  <p>
    Long lists are answered in pages of <code>per_page</code> rows. Send the <code>next_cursor</code> of one page as <code>cursor</code> to read
    the next page, until <code>next_page_results</code> is false or <code>next_cursor</code> is null. The cursor names the last row of the page, so a row that is there throughout is
    answered exactly once, whatever others insert and delete meanwhile. A cursor of three parts, such as <code>100:2:0</code>, counts rows and
    does not have this property.
  </p>
  <p>
    With <code>group_by</code>, each group has a <code>next_cursor</code> of its own: send it without <code>group_by</code>, with a filter for the
    group. To copy all work items of a project, read <a href="#syncWorkItems"><code>v2/issues/</code></a>, where an item that changes meanwhile is
    answered again, and then ask it for changes with <code>updated_at__gt</code>;
    <a href="#listDeletedWorkItems"><code>deleted-issues/</code></a> tells what was removed.
  </p>`

function renderCall([name, call]: [string, Call]) {
  return html`<details id="${name}">
    <summary><code>${call.method}</code> <code>${call.path}</code> <span>${call.summary}</span></summary>
    <p>${permissionInWords(call)} Answers ${String(call.status)}.</p>
    ${schemaBlock('Query', call.query)} ${schemaBlock('Body', call.body)} ${schemaBlock('Answer', call.answer)}
  </details>`
}

function schemaBlock(title: string, schema: z.ZodType | undefined) {
  if (schema === undefined) return ''
  const json = z.toJSONSchema(schema, { io: title === 'Answer' ? 'output' : 'input', unrepresentable: 'any' })
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
