import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import {
  createEncoder,
  type Encoder,
  toUint8Array,
  writeVarString,
  writeVarUint,
  writeVarUint8Array,
} from 'lib0/encoding'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { documentName } from '#common/documents/content/names.ts'
import { newId } from '#common/platform/ids.ts'
import { sendToParent } from './child.ts'

interface Wish {
  url: string
  documents: number
  updates: number
  /** The kind of measurement. The default is the number of acknowledged updates per second. */
  wants?: 'carets' | 'open'
  editors?: number
}

/** Message types of the Hocuspocus protocol. A frame consists of a document name, a type and a payload. */
const frames = { sync: 0, auth: 2, syncStatus: 8 }
const [token, stateVector, update] = [0, 0, 2]

// Clients usually run on another machine, so this process must not take CPU time from the server.
setPriority(10)

process.once('message', async (wish: Wish) => {
  if (wish.wants === 'carets') sendToParent({ times: await caretTimes(wish) })
  else if (wish.wants === 'open') sendToParent(await openAll(wish))
  else sendToParent(await flood(wish))
})

/**
 * Measures one writer per document, without an editor. Each writer sends all updates at once, and the time
 * ends when the last one is acknowledged.
 */
async function flood({ url, documents, updates }: Wish): Promise<{ perSecond: number }> {
  const writers = await Promise.all(Array.from({ length: documents }, () => open(url, updates)))
  const started = performance.now()
  for (const writer of writers) writer.send()
  await Promise.all(writers.map((writer) => writer.acknowledged))
  return { perSecond: ((documents * updates) / (performance.now() - started)) * 1000 }
}

/**
 * Measures how many milliseconds each update takes from one client of a pair to the other client. Returns
 * the times of all updates.
 */
async function caretTimes({ url, documents, updates }: Wish): Promise<number[]> {
  const times: number[] = []
  const pairs = Array.from({ length: documents }, async (_, at) => {
    const name = documentName('page', newId())
    let sent = 0
    const reader = await join(url, name)
    reader.on('message', (data: Buffer) => isUpdate(data) && times.push(performance.now() - sent))
    const writer = await join(url, name)
    await pause(at * 5)
    for (const bytes of keystrokes(updates)) {
      sent = performance.now()
      writer.send(frame(name, frames.sync, (to) => writeUpdate(to, bytes)))
      await pause(100)
    }
    reader.close()
    writer.close()
  })
  await Promise.all(pairs)
  return times
}

/** Writes a text of two printed pages into each document and leaves the document open. */
async function openAll({ url, documents, editors = 1 }: Wish): Promise<object> {
  for (let at = 0; at < documents; at++) {
    const name = documentName('page', newId())
    const [first] = await Promise.all(Array.from({ length: editors }, () => join(url, name)))
    const stored = Promise.withResolvers<void>()
    first?.on('message', (data: Buffer) => typeOf(data) === frames.syncStatus && stored.resolve())
    first?.send(frame(name, frames.sync, (to) => writeUpdate(to, twoPages())))
    await stored.promise
  }
  return {}
}

function twoPages(): Uint8Array {
  const doc = new Y.Doc()
  const text = 'A line of words that somebody has written into their plan. '.repeat(5)
  const paragraphs = Array.from({ length: 20 }, () => {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(text)])
    return paragraph
  })
  doc.getXmlFragment('default').insert(0, paragraphs)
  return Y.encodeStateAsUpdate(doc)
}

/** Opens a socket that has joined a document and loaded its content. */
async function join(url: string, name: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  const admitted = Promise.withResolvers<void>()
  socket.on('open', () => socket.send(frame(name, frames.auth, (to) => writeToken(to))))
  socket.on('error', () => admitted.reject(new Error('the socket was closed')))
  socket.on('message', (data: Buffer) => {
    const type = typeOf(data)
    if (type === frames.auth) socket.send(frame(name, frames.sync, writeAsking))
    if (type === frames.sync) admitted.resolve()
  })
  await admitted.promise
  return socket
}

function typeOf(data: Uint8Array): number {
  const decoder = createDecoder(data)
  readVarString(decoder)
  return readVarUint(decoder)
}

/**
 * Returns true if the frame contains an edit of another client, and false if it answers a message of this
 * client.
 */
function isUpdate(data: Uint8Array): boolean {
  const decoder = createDecoder(data)
  readVarString(decoder)
  return readVarUint(decoder) === frames.sync && readVarUint(decoder) === update
}

async function open(url: string, count: number): Promise<{ send(): void; acknowledged: Promise<void> }> {
  const name = documentName('page', newId())
  // The updates are created before the timing starts, because the client's own work is not measured.
  const updates = keystrokes(count).map((bytes) => frame(name, frames.sync, (to) => writeUpdate(to, bytes)))
  const socket = await join(url, name)
  const acknowledged = Promise.withResolvers<void>()
  let left = count
  socket.on('message', (data: Buffer) => {
    if (typeOf(data) !== frames.syncStatus) return
    left--
    if (left === 0) acknowledged.resolve()
  })
  const fail = () => acknowledged.reject(new Error('the socket was closed'))
  socket.on('close', fail)
  socket.on('error', fail)
  return {
    acknowledged: acknowledged.promise,
    send() {
      for (const update of updates) socket.send(update)
    },
  }
}

/**
 * Returns the updates of a person who types this number of letters. The first update also creates the
 * paragraph that contains all letters.
 */
function keystrokes(count: number): Uint8Array[] {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (bytes: Uint8Array) => void updates.push(bytes))
  const text = new Y.XmlText('x')
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [text])
  doc.getXmlFragment('default').insert(0, [paragraph])
  for (let at = 1; at < count; at++) text.insert(at, 'x')
  return updates
}

function frame(name: string, type: number, write: (to: Encoder) => void): Uint8Array {
  const encoder = createEncoder()
  writeVarString(encoder, name)
  writeVarUint(encoder, type)
  write(encoder)
  return toUint8Array(encoder)
}

function writeToken(to: Encoder): void {
  writeVarUint(to, token)
  writeVarString(to, '')
}

/** Writes a request for the whole document, with an empty state vector. */
function writeAsking(to: Encoder): void {
  writeVarUint(to, stateVector)
  writeVarUint8Array(to, Y.encodeStateVector(new Y.Doc()))
}

function writeUpdate(to: Encoder, bytes: Uint8Array): void {
  writeVarUint(to, update)
  writeVarUint8Array(to, bytes)
}
