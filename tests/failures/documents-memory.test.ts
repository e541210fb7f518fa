import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { arbitraryDocumentFrame } from '../support/arbitrary-document-frame.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { closeClients, openDocumentClient } from '../support/document-clients.ts'
import { ann } from '../support/documents-server.ts'

let database: TestDatabase
let child: ChildProcess
let origin: string

beforeAll(async () => {
  database = await createDatabase()
  child = fork(new URL('./documents-child.ts', import.meta.url), [database.url], { silent: true })
  const [told] = await once(child, 'message')
  origin = told
})
afterAll(async () => {
  closeClients()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await database.drop()
})

/** Returns the number of bytes that the server uses after a garbage collection. */
async function held(): Promise<number> {
  child.send('memory')
  const [bytes] = await once(child, 'message')
  return bytes
}

const perSocket = 8

/**
 * Sends `count` generated frames from clients without a session and from a signed-in person, both before and
 * after the person opens a document.
 */
async function sendMadeUp(seed: number, count: number): Promise<void> {
  const name = documentName('page', newId())
  const frames = fc.sample(arbitraryDocumentFrame(name), { numRuns: count, seed })
  for (let at = 0; at < frames.length; at += perSocket) {
    const some = frames.slice(at, at + perSocket)
    await Promise.all([strange(some), known(some)])
  }
}

async function known(frames: Uint8Array[]): Promise<void> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/documents`, {
    headers: { authorization: 'Bearer Max' },
  })
  await once(socket, 'open')
  const ended = once(socket, 'close')
  for (const each of frames) socket.send(each)
  // The pong arrives after the server has read everything that was sent before.
  socket.ping()
  await Promise.race([once(socket, 'pong'), ended])
  socket.terminate()
  await ended
}

/** Sends the frames without waiting for the answer to the upgrade request, which the server rejects. */
async function strange(frames: Uint8Array[]): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'GET /documents HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  for (const each of frames) socket.write(each)
  socket.resume()
  await once(socket, 'close')
}

test('security 61: thousands of made-up frames leave nothing in the memory of the server', async () => {
  const seed = Math.floor(Math.random() * 1e6)
  await sendMadeUp(seed, 1_000)
  const before = await held()
  for (let round = 1; round <= 4; round++) await sendMadeUp(seed + round, 1_000)
  const kilobytes = ((await held()) - before) / 1024
  expect(kilobytes, `seed ${seed}`).toBeLessThan(3 * 1024)
  const editor = openDocumentClient(origin, ann, documentName('page', newId()))
  editor.type('still here')
  await editor.saved()
  expect(child.exitCode).toBeNull()
}, 60_000)
