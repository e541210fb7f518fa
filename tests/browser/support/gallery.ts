import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build, loadConfigFromFile, type Plugin } from 'vite'

/** Stricter than the server's: no style may stand inline either, so that the policy can be tightened without looking here again. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The gallery needs no screen, and should show parts even while a screen does not build. */
const withoutScreens: Plugin = {
  name: 'without-screens',
  enforce: 'pre',
  resolveId: (id) => (id === './routes.tsx' ? '\0no-screens' : undefined),
  load: (id) => (id === '\0no-screens' ? 'export const createRouter = undefined' : undefined),
}

async function buildInto(folder: string): Promise<void> {
  const found = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'web/vite.config.ts')
  const { plugins = [], ...config } = found?.config ?? {}
  // Compressing takes longer than everything else, and nobody here asks for it.
  const others = plugins.filter((each) => !(each && 'name' in each && each.name === 'tandem:compress'))
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    // The gallery is shown in development alone.
    define: { 'import.meta.env.DEV': 'true' },
    plugins: [...others, withoutScreens],
    build: { ...config.build, outDir: folder },
  })
}

/** The gallery of parts, built as the client is built and served under a strict policy; `use` is called with its address. */
export async function serveGallery(use: (address: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-gallery-'))
  await buildInto(folder)
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = extname(path) ? path : '/index.html'
    const content = await readFile(join(folder, file)).catch(() => undefined)
    response.writeHead(content ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'text/plain',
      'content-security-policy': policy,
    })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port')
  await use(`http://127.0.0.1:${address.port}/ui`)
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
}
