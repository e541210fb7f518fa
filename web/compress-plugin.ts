import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(m?js|css|html|svg|json|webmanifest|txt)$/

/**
 * Mermaid's files are 5 MB in total, and a diagram loads only some of them. Compressing them at the highest
 * level would take half of the build time.
 */
const isMermaid = /[\\/]mermaid-[^\\/]*[\\/]/

/** Writes `.gz` and `.br` next to each built file. Skips files under 1 KiB, which gain nothing. */
export function compressPlugin(): Plugin {
  let folder = ''
  return {
    name: 'tandem:compress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    async writeBundle() {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files.filter((file) => compressible.test(file)).map((file) => compress(join(folder, file))),
      )
    },
  }
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file)
  if (plain.length < 1024) return
  const [gz, br] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_QUALITY]: isMermaid.test(file) ? 9 : 11,
      },
    }),
  ])
  await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)])
}
