import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build, loadConfigFromFile, type Plugin } from 'vite'

/**
 * This policy is stricter than the server's policy, because it also forbids inline styles. The server's
 * policy can then be tightened later.
 */
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

/**
 * The gallery must build even if the code of a screen does not compile, so the build leaves out all screens.
 */
const withoutScreens: Plugin = {
  name: 'without-screens',
  enforce: 'pre',
  resolveId: (id) => (id === './routes.tsx' ? '\0no-screens' : undefined),
  load: (id) => (id === '\0no-screens' ? 'export const createRouter = undefined' : undefined),
}

async function buildInto(folder: string): Promise<void> {
  const found = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'web/vite.config.ts')
  const { plugins = [], ...config } = found?.config ?? {}
  // Compression is left out, because it takes longer than the rest of the build and the tests do not need it.
  const others = plugins.filter((each) => !(each && 'name' in each && each.name === 'tandem:compress'))
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    // The client contains the gallery only in development builds.
    define: { 'import.meta.env.DEV': 'true' },
    plugins: [...others, withoutScreens],
    build: { ...config.build, outDir: folder },
  })
}

/** Builds the gallery like the client, serves it under a strict policy, and calls `use` with its URL. */
export async function withServedGallery(use: (address: string) => Promise<void>): Promise<void> {
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
