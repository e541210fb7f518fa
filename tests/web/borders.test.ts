import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a file of web imports, and whether the linter lets it. */
const imports = [
  { file: 'web/ui/a.ts', source: '../sync/store.ts', may: false },
  { file: 'web/sync/a.ts', source: '../shell/workspace.ts', may: false },
  { file: 'web/sync/b.ts', source: '../users/me.ts', may: false },
  { file: 'web/sync/c.ts', source: '../app/sync.ts', may: false },
  { file: 'web/shell/a.ts', source: '../projects/create.ts', may: false },
  { file: 'web/listing/layouts/board/a.ts', source: '../../../detail/Peek.tsx', may: false },
  { file: 'web/listing/layouts/board/b.ts', source: '../../../work-items/actions.ts', may: true },
  { file: 'web/work-items/a.ts', source: '../listing/listings.ts', may: false },
  { file: 'web/relations/a.ts', source: '../work-items/actions.ts', may: true },
  { file: 'web/views/a.ts', source: '../screens/WorkItems.tsx', may: false },
  { file: 'web/screens/a.ts', source: '../views/atoms.ts', may: true },
  { file: 'web/screens/b.ts', source: '../ui/cx.ts', may: true },
]

let refused: string[]
let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'borders-'))
  const { overrides } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'))
  const own = overrides.filter((each: { plugins?: string[] }) => each.plugins?.includes('./web/borders.grit'))
  await writeFile(join(tree, 'biome.json'), JSON.stringify({ overrides: own }))
  for (const { file, source } of imports) {
    await mkdir(join(tree, dirname(file)), { recursive: true })
    await writeFile(join(tree, file), `import { one } from '${source}'\nexport const two = one\n`)
    const later = `export const load = () => import('${source}')\n`
    await writeFile(join(tree, file.replace('.ts', '-later.ts')), later)
  }
  await cp(join(root, 'web/borders.grit'), join(tree, 'web/borders.grit'))
  const said = await lint()
  refused = [...said.matchAll(/^(\S+\.ts):\d+:\d+ plugin/gm)].map(([, path = '']) => path)
})
afterAll(() => rm(tree, { recursive: true }))

describe('a folder of web', () => {
  test.each(imports.filter(({ may }) => !may))('$file does not import $source', ({ file }) => {
    expect(refused).toContain(file)
    expect(refused).toContain(file.replace('.ts', '-later.ts'))
  })

  test.each(imports.filter(({ may }) => may))('$file may import $source', ({ file }) => {
    expect(refused).not.toContain(file)
    expect(refused).not.toContain(file.replace('.ts', '-later.ts'))
  })
})

function lint(): Promise<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = { cwd: tree, env: { ...process.env, NO_COLOR: '1' } }
  return new Promise((resolve) => {
    const args = [biome, 'lint', '--max-diagnostics=none', '.']
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve(stdout + stderr))
  })
}
