import type { OpenAPIHono } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import type { Call } from '#common/call.ts'
import type { HttpEnv } from './env.ts'
import { permissionInWords } from './openapi.ts'

/**
 * `/api/docs`: every call on one page, made of the declarations. Plain HTML: it needs no script, so neither a CDN nor an
 * exception from the content security policy, and it can be searched with the browser's own search.
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
        <nav>${areas.map(([area]) => html`<a href="#${area}">${area}</a> `)}</nav>
        ${areas.map(([area, entries]) => html`<h2 id="${area}">${area}</h2>${(entries ?? []).map(renderCall)}`)}
      </body>
    </html>`
}

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
