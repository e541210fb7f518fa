import { expect, test } from 'vitest'
import { createRequests } from '#web/sync/http.ts'

const asked = (answer: () => Response) =>
  createRequests(
    async () => answer(),
    () => {},
  ).request('getMe', {})

test('an answer that breaks off counts as not reached', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'))
      controller.error(new TypeError('the connection broke'))
    },
  })
  await expect(asked(() => new Response(body))).rejects.toMatchObject({ code: 'offline' })
})

test.each([502, 503, 504])(
  'a proxy that answers %s without words says that the server is away',
  async (status) => {
    await expect(asked(() => new Response(null, { status }))).rejects.toMatchObject({ code: 'unavailable' })
  },
)

test('what the server refuses without words is no passing failure', async () => {
  await expect(asked(() => new Response(null, { status: 500 }))).rejects.toMatchObject({ code: 'internal' })
})

test.each([
  [413, 'too_large'],
  [403, 'unavailable'],
  [502, 'unavailable'],
])("a proxy's own page with %s counts as %s", async (status, code) => {
  await expect(asked(() => new Response('<h1>No</h1>', { status }))).rejects.toMatchObject({ code })
})
