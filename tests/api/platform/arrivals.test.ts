import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { startRequestsFairly } from '#api/platform/http/start-requests-fairly.ts'

const arrival = (cookie: string) =>
  [{ headers: { cookie }, socket: {} } as IncomingMessage, {} as ServerResponse] as const

test('begins a few requests of a burst at once, and the others in turns by sender', async () => {
  const begun: (string | undefined)[] = []
  const arrive = startRequestsFairly(({ headers }) => void begun.push(headers.cookie))
  for (let at = 0; at < 50; at++) arrive(...arrival('eve'))
  arrive(...arrival('ann'))
  expect(begun).toEqual(Array(4).fill('eve'))
  while (begun.length < 51) await new Promise(setImmediate)
  expect(begun.indexOf('ann')).toBeLessThan(7)
})
