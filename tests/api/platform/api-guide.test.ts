import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer
beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

test('the program for Node in the guide of the API creates a work item', async () => {
  const guide = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? []
  expect(program).toContain('x-mutation-id')
  const { ann, slug } = atlas.cast
  const { token } = await ann.call('createApiToken', { body: { label: 'Guide', scope: 'write' } })
  const source = program
    .replaceAll('https://tandem.example.com', atlas.server.url)
    .replaceAll('/acme/', `/${slug}/`)
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source], {
      env: { ...process.env, TOKEN: token, PROJECT: atlas.params.project_id },
    })
  const [id = '', number] = (await run()).stdout.trim().split(' ')
  expect(number).toBe('1')
  expect(await ann.call('getWorkItem', { params: { ...atlas.params, id } })).toMatchObject({
    name: 'A small leak',
  })
  // The mutation id makes the second run return the same work item.
  expect((await run()).stdout.trim()).toBe(`${id} 1`)
})
