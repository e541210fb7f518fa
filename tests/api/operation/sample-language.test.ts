import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTranslations } from '../../../scripts/locales.mjs'
import { createSignedInUser } from '../../support/api-client.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the sample project is written in the language of the user', async () => {
  const lea = await createSignedInUser(server, 'lea@example.com', { name: 'Lea', isOnboarded: true })
  await lea.call('updateProfile', { body: { language: 'de' } })
  await lea.call('createWorkspace', { body: { name: 'Hafen', slug: 'hafen' } })
  const { project_id } = await lea.call('createSampleWorkspace', { params: { slug: 'hafen' } })
  const params = { slug: 'hafen', project_id }
  const german = new Set(
    [...loadTranslations('de')].flatMap(([key, text]) => (key.startsWith('sample.') ? [text] : [])),
  )
  const english = new Set(
    [...loadTranslations('en')].flatMap(([key, text]) => (key.startsWith('sample.') ? [text] : [])),
  )
  const [cycles, modules, pages] = await Promise.all([
    lea.call('listCycles', { params }),
    lea.call('listModules', { params }),
    lea.call('listPages', { params }),
  ])
  const rows = [cycles, modules, pages].flatMap((list) => list as { name: string }[])
  expect(rows.length).toBeGreaterThan(8)
  for (const { name } of rows) expect(german).toContain(name)
  const items = await lea.call('listWorkItems', { params, query: {} })
  const names = JSON.stringify(items)
  expect([...english].filter((text) => !german.has(text) && names.includes(`"name":"${text}"`))).toEqual([])
})
