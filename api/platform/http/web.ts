import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from './env.ts'

/** The built client: hashed files for ever, everything else as `index.html`, whose routes are the browser's. */
export async function serveWeb(app: OpenAPIHono<HttpEnv>, webDir: string): Promise<void> {
  const page = await readFile(join(webDir, 'index.html'), 'utf8').catch(() => null)
  if (page === null) {
    app.get('*', (c) => c.text('The client is not built. `npm start` builds it.', 503))
    return
  }
  const root = relative(process.cwd(), webDir) || '.'
  app.use(
    '/assets/*',
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header('Cache-Control', forEver) }),
  )
  // A file of an older build: an answer that looks like a page would be kept for a script.
  app.all('/assets/*', (c) => c.text('There is no such file.', 404))
  app.use('/diagrams/*', ofNoOrigin)
  app.get('/', (c) => servePage(c, page))
  app.use(
    '*',
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header('Cache-Control', 'no-cache') }),
  )
  app.get('*', (c) => servePage(c, page))
}

/**
 * Where diagrams are drawn, of which anybody may have written the text. Of no origin even when it is opened by itself, it reaches nothing but
 * the scripts beside it, which are served to it as to a stranger.
 */
const ofNoOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  // What a browser's extension or a proxy adds to a request has the browser ask before.
  if (c.req.method === 'OPTIONS') c.res = new Response(null, { status: 204 })
  else await next()
  c.res.headers.set('Access-Control-Allow-Headers', '*')
  c.res.headers.set('Content-Security-Policy', diagramPolicy)
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  c.res.headers.set('X-Frame-Options', 'SAMEORIGIN')
  if (c.req.path.startsWith('/diagrams/mermaid-')) c.res.headers.set('Cache-Control', forEver)
}
const diagramPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** Their names carry their content's hash. */
const forEver = 'public, max-age=31536000, immutable'

function servePage(c: Context<HttpEnv>, page: string): Response | Promise<Response> {
  c.header('Cache-Control', 'no-cache')
  return c.html(page)
}
