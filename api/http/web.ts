import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from './env.ts'

/** The built client: hashed files for ever, everything else as `index.html`, whose routes are the browser's. */
export async function serveWeb(app: OpenAPIHono<HttpEnv>, webDir: string): Promise<void> {
  const page = await readFile(join(webDir, 'index.html'), 'utf8').catch(() => null)
  if (page === null) {
    app.get('*', (c) => c.text('The client is not built. `npm start` builds it.', 503))
    return
  }
  const root = relative(process.cwd(), webDir) || '.'
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable')
  })
  app.use('*', serveStatic({ root, precompressed: true }))
  app.get('*', (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.html(page)
  })
}
