import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { expectedUserHeader, expectedUserParam } from '#common/identity/sign-in/expected-user.ts'
import { fillPath } from '../../support/api-client.ts'
import { type ProjectTestServer, startProjectTestServer } from '../../support/project-test-server.ts'

let atlas: ProjectTestServer

beforeAll(async () => {
  atlas = await startProjectTestServer()
})
afterAll(() => atlas.close())

/**
 * Simulates that Max signed in in Ann's browser while one of her tabs was still open. Requests of this tab
 * then contain the cookie of Max. Returns the headers of the tab and the ids of both users.
 */
const left = () => ({
  headers: { cookie: atlas.cast.max.cookie, origin: atlas.server.url },
  ann: atlas.cast.ann.id,
  max: atlas.cast.max.id,
})

test('a tab of a former session cannot act for the new user', async () => {
  const { headers, ann, max } = left()
  const item = await atlas.make('Untouched')
  const path = '/api/workspaces/{slug}/projects/{project_id}/issues/{id}/'
  const write = (user: string, name: string) =>
    fetch(atlas.server.url + fillPath(path, { ...atlas.params, id: item.id }), {
      method: 'PATCH',
      headers: { ...headers, [expectedUserHeader]: user, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  await atlas.changingNothing(async () => {
    for (const user of [ann, 'nobody']) {
      const answer = await write(user, 'As Max')
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthenticated' }])
    }
  })
  expect((await write(max, 'By Max')).status).toBe(200)
})

test('a tab of a former session receives nothing of the new user', async () => {
  const { headers, ann, max } = left()
  const connect = (user_id: string) =>
    new Promise<string>((resolve) => {
      const socket = io(atlas.server.url, {
        path: '/live',
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: headers,
        auth: { user_id },
      })
      const done = (what: string) => {
        resolve(what)
        socket.close()
      }
      socket.on('connect', () => done('connected'))
      socket.on('connect_error', ({ message }) => done(message))
    })
  expect(await connect(ann)).toBe('unauthenticated')
  expect(await connect(max)).toBe('connected')
})

test('a tab of a former session cannot edit as the new user', async () => {
  const { headers, ann, max } = left()
  const open = (user: string) =>
    new Promise<number>((resolve) => {
      const url = `${atlas.server.url.replace('http', 'ws')}/documents?${expectedUserParam}=${user}`
      const socket = new WebSocket(url, { headers })
      const done = (status: number) => {
        resolve(status)
        socket.terminate()
      }
      socket.on('open', () => done(101))
      socket.on('unexpected-response', (_, { statusCode = 0 }) => done(statusCode))
      socket.on('error', () => {})
    })
  expect(await open(ann)).toBe(401)
  expect(await open(max)).toBe(101)
})
