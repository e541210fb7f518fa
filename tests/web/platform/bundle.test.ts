import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/build.mjs'

const assets = 'dist/web/assets'
let scripts: { name: string; code: string }[]

beforeAll(async () => {
  await ensureBuilt()
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  scripts = await Promise.all(
    names.map(async (name) => ({ name, code: await readFile(join(assets, name), 'utf8') })),
  )
}, 120_000)

test('the client carries no schema library', () => {
  // The scripts of the client must contain no Zod schemas. All schemas of Zod 4 have the property `_zod`,
  // whose name minifiers do not change.
  expect(scripts.filter(({ code }) => code.includes('_zod')).map(({ name }) => name)).toEqual([])
})
