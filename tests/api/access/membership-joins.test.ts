import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const joins = {
  'a query': `export const ids = (db) => db.selectFrom('project_members as m').select('m.role')\n`,
  'a join': `export const ids = (rows) => rows.leftJoin('workspace_members', 'workspace_members.id', 'i.id')\n`,
  'a template of SQL':
    'export const ids = sql`select 1 from work_items i\n  join project_members m on true`\n',
  'a string of SQL': `export const ids = (em) => em.execute('SELECT role FROM workspace_members')\n`,
  'an entity': `export const find = (em) => em.findOne(ProjectMemberEntity, { id: '' })\n`,
  'no join': `export const isMember = (entity) => entity === 'project_members'\n`,
}
const folders = [
  'api/planning/cycles',
  'api/documents/content',
  'realtime/hub',
  'api/access',
  'api/organization/workspaces',
  'api/platform/db',
]

/**
 * Paths of the files that the linter rejects. The test writes each query in `joins` to a file in each of the
 * `folders`, and lints all files at once.
 */
let refused: string[]
let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'membership-joins-'))
  const plugin = 'api/access/membership-joins.grit'
  const { overrides } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'))
  const own = (each: { plugins?: string[] }) => each.plugins?.includes(`./${plugin}`)
  const config = { overrides: overrides.filter(own) }
  await writeFile(join(tree, 'biome.json'), JSON.stringify(config))
  for (const folder of folders) {
    await mkdir(join(tree, folder), { recursive: true })
    for (const [name, content] of Object.entries(joins))
      await writeFile(join(tree, folder, fileOf(name)), content)
  }
  await mkdir(join(tree, dirname(plugin)), { recursive: true })
  await cp(join(root, plugin), join(tree, plugin))
  const said = await lint()
  refused = [...said.matchAll(/^(\S+\.ts):\d+:\d+ plugin/gm)].map(([, path]) =>
    (path ?? '').replaceAll('\\', '/'),
  )
})
afterAll(() => rm(tree, { recursive: true }))

describe('a query that joins memberships', () => {
  test.each(Object.keys(joins).filter((name) => name !== 'no join'))(
    'by %s is rejected outside of access',
    (name) => {
      const where = folders.slice(0, 3).map((folder) => `${folder}/${fileOf(name)}`)
      expect(refused).toEqual(expect.arrayContaining(where))
    },
  )

  test('is allowed in access and in the folders that own the tables', () => {
    expect(refused.filter((path) => folders.slice(3).includes(dirname(path)))).toEqual([])
  })

  test('is not confused with a query that only names them', () => {
    expect(refused.filter((path) => path.endsWith(fileOf('no join')))).toEqual([])
  })
})

function fileOf(name: string): string {
  return `${name.replaceAll(' ', '-')}.ts`
}

function lint(): Promise<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = { cwd: tree, env: { ...process.env, NO_COLOR: '1' } }
  return new Promise((resolve) => {
    const args = [biome, 'lint', '--max-diagnostics=none', '.']
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve(stdout + stderr))
  })
}
