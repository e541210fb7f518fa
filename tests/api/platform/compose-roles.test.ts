import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { environmentSettings } from '#api/platform/config/config.ts'

const example = new URL('../../../docs/examples/compose-roles.yml', import.meta.url)

/** Returns the names of the settings that the Compose file sets for all processes. */
function sharedOf(compose: string): string[] {
  const [, block = ''] = /^x-shared: &shared\n((?: {2}.+\n)+)/m.exec(compose) ?? []
  return [...block.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name = '']) => name)
}

test('the Compose example runs each role once, with pinned images', async () => {
  const compose = await readFile(example, 'utf8')
  const roles = [...compose.matchAll(/^ {6}ROLE: (\w+)$/gm)].map(([, role]) => role)
  expect(roles.toSorted()).toEqual(['api', 'realtime', 'worker'])
  const images = [...compose.matchAll(/^\s+image: (\S+)$/gm)].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(1)
  for (const image of images) expect(image).toMatch(/:\d+\.\d+/)
})

test('the Compose example gives all processes the settings that several processes need', async () => {
  const names = sharedOf(await readFile(example, 'utf8')).map((name) => name.replace(/_FILE$/, ''))
  for (const name of names) expect(Object.keys(environmentSettings)).toContain(name)
  for (const needed of ['DATABASE_URL', 'REDIS_URL', 'SECRET', 'S3_ENDPOINT', 'S3_BUCKET'])
    expect(names).toContain(needed)
})
