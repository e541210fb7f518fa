import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from './env.ts'

/**
 * Serves the built client. Files with a hash in their name are cached forever. All other paths return
 * `index.html`, because routing happens in the browser.
 */
export async function serveWebClient(app: OpenAPIHono<HttpEnv>, webDir: string): Promise<void> {
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
  // Answer 404 for a file of an older build. Browsers might otherwise cache an HTML page in place of the
  // script.
  app.all('/assets/*', (c) => c.text('File not found.', 404))
  app.use('/diagrams/*', ofNoOrigin)
  app.get('/', (c) => servePage(c, page))
  app.use(
    '*',
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header('Cache-Control', 'no-cache') }),
  )
  app.get('*', (c) => servePage(c, page))
}

/**
 * Adds the headers of the sandboxed page that draws diagrams. Any user may have written the text of a
 * diagram. The page has no origin, even when opened directly, so it can load only its own public scripts.
 */
const ofNoOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  // Answer the preflight request (OPTIONS) that browsers send first if extensions or proxies add headers to the
  // request.
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

/** Cache header for files whose name contains a hash of their content. */
const forEver = 'public, max-age=31536000, immutable'

function servePage(c: Context<HttpEnv>, page: string): Response | Promise<Response> {
  c.header('Cache-Control', 'no-cache')
  return c.html(page)
}
