import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'vite'

export interface BaselineReactServer {
  url: string
  stop: () => Promise<void>
}

/** Serves an empty React page as the baseline for the layouts. */
export async function startBaselineReactServer(): Promise<BaselineReactServer> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'bare-page.tsx'), formats: ['es'], fileName: 'bare' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  const script = chunk?.type === 'chunk' ? chunk.code : ''
  const page = '<!doctype html><div id="root"></div><script type="module" src="/bare.js"></script>'
  const server = createServer(({ url = '' }, response) => {
    const isScript = url === '/bare.js'
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'cache-control': isScript ? 'max-age=31536000, immutable' : 'no-store',
    })
    response.end(isScript ? script : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
