import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const plugin = 'web/platform/sync/module-state.grit'

const kept = {
  'a variable that changes': 'let count = 0',
  'a collection': 'export const rows = new Map()',
  'what a call makes': 'export const rowAtom = atom(0)',
  'what is made within an object': 'export const all = { rows: new Set() }',
  'an empty list': 'const rows = []',
  'a listener': "window.addEventListener('online', () => {})",
  'a static field': 'export class Rows {\n  static all = 0\n}',
}

const fresh = {
  constants: "const limit = 5 * 60_000\nconst words: readonly string[] = ['a', 'b']\nconst pattern = /a/",
  functions:
    'const make = () => new Map()\nexport function count() {\n  let sum = 0\n  return () => sum++\n}',
  'an object of functions': 'export const clock = { now: () => Date.now(), make() { return new Map() } }',
  'a class':
    'export class Rows {\n  #rows = new Map()\n  add = (id) => {\n    this.#rows.set(id, [])\n  }\n}',
}

let refused: string[]
let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'module-state-'))
  await mkdir(join(tree, 'web/platform/sync'), { recursive: true })
  const { overrides } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'))
  const own = overrides.filter((each: { plugins?: string[] }) => each.plugins?.includes(`./${plugin}`))
  await writeFile(join(tree, 'biome.json'), JSON.stringify({ overrides: own }))
  await cp(join(root, plugin), join(tree, plugin))
  for (const [name, code] of Object.entries({ ...kept, ...fresh }))
    await writeFile(join(tree, fileOf(name)), `${code}\n`)
  const said = await lint()
  refused = [...said.matchAll(/^(\S+\.ts):\d+:\d+ plugin/gm)].map(([, path = '']) => path)
})
afterAll(() => rm(tree, { recursive: true }))

describe('a module of web/platform/sync', () => {
  test.each(Object.keys(kept))('does not keep %s', (name) => expect(refused).toContain(fileOf(name)))
  test.each(Object.keys(fresh))('may have %s', (name) => expect(refused).not.toContain(fileOf(name)))
})

function fileOf(name: string): string {
  return `web/platform/sync/${name.replaceAll(' ', '-')}.ts`
}

function lint(): Promise<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = { cwd: tree, env: { ...process.env, NO_COLOR: '1' } }
  return new Promise((resolve) => {
    const args = [biome, 'lint', '--max-diagnostics=none', '.']
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve(stdout + stderr))
  })
}
