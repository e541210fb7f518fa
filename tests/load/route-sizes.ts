import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { LoadReportRow } from './report.ts'

const dist = resolve(import.meta.dirname, '../../dist/web')

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

type Manifest = Record<string, Chunk>

const board = 'screens/WorkItems.tsx'
const editor = 'editor/LiveEditor.tsx'

/**
 * Measures, for each screen, the compressed size of everything that loads before it is visible: the entry,
 * the screen and their imports.
 */
export async function measureRouteDownloadSizes(): Promise<LoadReportRow[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const start = Object.entries(manifest).flatMap(([name, chunk]) => (chunk.isEntry ? [name] : []))
  const common = await kilobytes(closureOf(manifest, start))
  const ofBoard = closureOf(manifest, [...start, board])
  const more = closureOf(manifest, [editor]).filter((file) => !ofBoard.includes(file))
  const screens = await Promise.all(
    screensOf(manifest).map(async (name): Promise<LoadReportRow> => {
      const size = await kilobytes(closureOf(manifest, [...start, name]))
      const budget = name === board ? { budget: '250 KB', verdict: size <= 250 } : {}
      return { what: `JavaScript of ${name.replace(/\.tsx$/, '')}`, value: written(size), ...budget }
    }),
  )
  const editorSize = await kilobytes(more)
  return [
    { what: 'JavaScript of every screen', value: written(common) },
    ...screens,
    {
      what: 'JavaScript of the editor, besides',
      value: written(editorSize),
      budget: '300 KB',
      verdict: editorSize <= 300,
    },
  ]
}

/**
 * Returns the screens that the routes import dynamically. All other dynamic imports are small parts that load later,
 * so their sizes do not count.
 */
function screensOf(manifest: Manifest): string[] {
  return Object.keys(manifest)
    .filter((name) =>
      /^(auth|onboarding|home|workspaces|projects|screens|detail|views|pages|shell)\/[A-Z]\w+\.tsx$/.test(
        name,
      ),
    )
    .sort()
}

function closureOf(manifest: Manifest, names: string[]): string[] {
  const seen = new Set(names)
  for (const name of seen) {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no ${name}.`)
    for (const other of chunk.imports ?? []) seen.add(other)
  }
  const files = [...seen].flatMap((name) => manifest[name]?.file ?? [])
  return [...new Set(files)].filter((file) => file.endsWith('.js'))
}

async function kilobytes(files: string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => gzipSync(await readFile(join(dist, file)), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

function written(size: number): string {
  return `${size.toFixed(1)} KB`
}
