import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
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
  app.get('/', (c) => servePage(c, page))
  app.use(
    '*',
    serveStatic({ root, precompressed: true, onFound: (_, c) => c.header('Cache-Control', 'no-cache') }),
  )
  app.get('*', (c) => servePage(c, page))
}

/** Their names carry their content's hash. */
const forEver = 'public, max-age=31536000, immutable'

function servePage(c: Context<HttpEnv>, page: string): Response | Promise<Response> {
  c.header('Cache-Control', 'no-cache')
  return c.html(page)
}
