import { createReadStream, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const dist = dirname(fileURLToPath(import.meta.resolve('mermaid')))
/**
 * The name of the folder contains the version of Mermaid, because browsers cache the files of the folder
 * forever.
 */
const folder = `mermaid-${JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')).version}`
const start = `export { default } from './${folder}/mermaid.esm.min.mjs'\n`

/**
 * Copies Mermaid's own files next to the page in `web/public/diagrams`, which draws diagrams inside a frame. A
 * diagram loads only the parts of Mermaid that it needs, and the app bundles contain none of these files.
 */
export function mermaidPlugin(): Plugin {
  return {
    name: 'tandem:mermaid',
    async generateBundle() {
      const chunks = 'chunks/mermaid.esm.min'
      const names = (await readdir(join(dist, chunks))).filter((name) => name.endsWith('.mjs'))
      this.emitFile({ type: 'asset', fileName: 'diagrams/mermaid.js', source: start })
      for (const name of ['mermaid.esm.min.mjs', ...names.map((each) => `${chunks}/${each}`)])
        this.emitFile({
          type: 'asset',
          fileName: `diagrams/${folder}/${name}`,
          source: await readFile(join(dist, name)),
        })
    },
    configureServer({ middlewares }) {
      middlewares.use('/diagrams/', (request, response, next) => {
        // The frame has no origin, so it can load modules only with this header.
        response.setHeader('Access-Control-Allow-Origin', '*')
        const path = request.url?.split('?')[0]?.slice(1) ?? ''
        const [of, ...names] = path.split('/')
        if (path !== 'mermaid.js' && (of !== folder || names.includes('..'))) return next()
        response.setHeader('Content-Type', 'text/javascript')
        if (path === 'mermaid.js') response.end(start)
        else
          createReadStream(join(dist, ...names))
            .on('error', next)
            .pipe(response)
      })
    },
  }
}
