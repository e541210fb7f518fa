import { describe, expect, test } from 'vitest'
import { createRequestClient } from '#web/platform/sync/http.ts'

const asked = (answer: () => Response) =>
  createRequestClient(
    async () => answer(),
    () => {},
  ).request('getMe', {})

test('an interrupted answer counts as a network failure', async () => {
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

test('a rejection without a body is not temporary', async () => {
  await expect(asked(() => new Response(null, { status: 500 }))).rejects.toMatchObject({ code: 'internal' })
})

test.each([
  [413, 'too_large'],
  [403, 'unavailable'],
  [502, 'unavailable'],
])("a proxy's own page with %s counts as %s", async (status, code) => {
  await expect(asked(() => new Response('<h1>No</h1>', { status }))).rejects.toMatchObject({ code })
})

test.each([
  [
    'Please provide valid detail',
    { name: ['Enter at most 255 characters.'] },
    'Enter at most 255 characters.',
  ],
  ['Please provide valid detail', { name: ['Invalid option: expected "a"'] }, 'Please provide valid detail'],
  ['Please provide valid detail', {}, 'Please provide valid detail'],
  ['Name is taken', { name: ['Enter at most 255 characters.'] }, 'Name is taken'],
])('a refusal with “%s” and the fields %o says “%s”', async (error, fields, message) => {
  const body = JSON.stringify({ code: 'invalid', error, fields })
  await expect(asked(() => new Response(body, { status: 400 }))).rejects.toMatchObject({ message })
})

describe('an answer that asks to wait', () => {
  const waits: number[] = []
  const clock = {
    after(milliseconds: number, run: () => void) {
      waits.push(milliseconds)
      queueMicrotask(run)
      return () => {}
    },
  }
  const busy = (seconds: number) =>
    new Response('{"code":"rate_limited"}', { status: 429, headers: { 'retry-after': String(seconds) } })
  const answering = (...answers: Response[]) => {
    waits.length = 0
    const send = async () => answers.shift() ?? busy(2)
    return createRequestClient(send, () => {}, clock)
  }

  test('has a read sent again after that time', async () => {
    const requests = answering(busy(2), busy(3), new Response('{"id":"me"}'))
    expect(await requests.request('getMe', {})).toEqual({ id: 'me' })
    expect(waits).toHaveLength(2)
    for (const [at, seconds] of [2, 3].entries()) expect(waits[at]).toBeGreaterThanOrEqual(seconds * 1000)
  })

  test('is told to the screen after five more, and at once when it asks for a minute', async () => {
    await expect(answering().request('getMe', {})).rejects.toMatchObject({
      code: 'rate_limited',
      retry_after: 2,
    })
    expect(waits).toHaveLength(5)
    await expect(answering(busy(60)).request('getMe', {})).rejects.toMatchObject({ retry_after: 60 })
    expect(waits).toEqual([])
  })

  test('does not retry writes', async () => {
    const writing = answering(busy(2)).request('updateMe', { body: {} })
    await expect(writing).rejects.toMatchObject({ code: 'rate_limited' })
    expect(waits).toEqual([])
  })
})
