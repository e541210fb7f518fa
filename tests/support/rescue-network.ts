import { Fragment, type Node } from '@tiptap/pm/model'
import { canJoin, findWrapping, liftTarget, Transform } from '@tiptap/pm/transform'
import { initProseMirrorDoc, updateYFragment } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { nodeFromYDoc } from '#common/documents/content/render.ts'
import { replaceContent } from '#common/documents/content/replace-content.ts'
import { watchLostContent } from '#common/documents/content/rescue/watch-lost-content.ts'
import { documentSchema } from '#common/documents/content/schema.ts'

export const editorSchema = documentSchema()
const remote = 'remote'
const localCopy = 'local copy'

type Message = { kind: 'clocks' | 'missing' | 'update'; bytes: Uint8Array } | { kind: 'confirmed' }

interface Client {
  doc: Y.Doc
  isOnline(): boolean
  isIdle(): boolean
  connect(): void
  /** Loads the content that an earlier session of this device stored. */
  loadCopy(bytes: Uint8Array): void
  /** Loses all messages that are in transit, in both directions. */
  disconnect(): void
  /** Delivers the next message of this client to the server. */
  send(): void
  /** Delivers the next message of the server to this client. */
  receive(): void
  push(message: Message): void
}

/**
 * Creates a server and its clients, whose messages are delivered one by one in the order of each connection.
 */
function createNetwork() {
  const server = new Y.Doc()
  const clients: Client[] = []
  return {
    server,
    clients,
    createClient(id: number): Client {
      const client = createClient(id, server, (from, bytes) => {
        for (const other of clients) if (other !== from) other.push({ kind: 'update', bytes })
      })
      clients.push(client)
      return client
    },
    settle() {
      for (const client of clients) if (!client.isOnline()) client.connect()
      deliverAllMessages(clients)
    },
  }
}

export function deliverAllMessages(clients: Client[]): void {
  while (clients.some((client) => !client.isIdle()))
    for (const client of clients) {
      client.send()
      client.receive()
    }
}

function createClient(
  id: number,
  server: Y.Doc,
  broadcast: (from: Client, bytes: Uint8Array) => void,
): Client {
  const doc = new Y.Doc()
  doc.clientID = id
  const watch = watchLostContent(doc, {
    isRemote: (origin) => origin === remote,
    isLocalCopy: (origin) => origin === localCopy,
  })
  let up: Message[] = []
  let down: Message[] = []
  let isOnline = false
  let unconfirmed = 0
  let held = 0
  const count = (by: number) => {
    unconfirmed = Math.max(0, unconfirmed + by)
    watch.unconfirmed(unconfirmed)
  }
  doc.on('update', (bytes: Uint8Array, origin: unknown) => {
    if (origin === remote) return
    count(1)
    if (isOnline) up.push({ kind: 'update', bytes })
  })

  function arrive(bytes: Uint8Array): void {
    Y.applyUpdate(server, bytes)
    broadcast(client, bytes)
    // The server confirms an update only after it has applied the update and all updates that arrived before it,
    // so count the confirmations to send.
    held++
    if (server.store.pendingStructs) return
    for (; held > 0; held--) down.push({ kind: 'confirmed' })
  }

  const client: Client = {
    doc,
    isOnline: () => isOnline,
    isIdle: () => up.length + down.length === 0,
    push(message) {
      if (isOnline) down.push(message)
    },
    connect() {
      isOnline = true
      watch.restarted()
      unconfirmed = 1
      up.push({ kind: 'clocks', bytes: Y.encodeStateVector(doc) })
    },
    loadCopy(bytes) {
      Y.applyUpdate(doc, bytes, localCopy)
    },
    disconnect() {
      isOnline = false
      up = []
      down = []
      held = 0
    },
    send() {
      const message = up.shift()
      if (!message || message.kind === 'confirmed') return
      if (message.kind !== 'clocks') return arrive(message.bytes)
      down.push({ kind: 'missing', bytes: Y.encodeStateAsUpdate(server, message.bytes) })
      down.push({ kind: 'clocks', bytes: Y.encodeStateVector(server) })
    },
    receive() {
      const message = down.shift()
      if (!message) return
      if (message.kind === 'confirmed') return count(-1)
      if (message.kind === 'clocks') {
        up.push({ kind: 'missing', bytes: Y.encodeStateAsUpdate(doc, message.bytes) })
        return watch.serverClocks(message.bytes)
      }
      if (message.kind === 'missing') watch.serverUpdate(message.bytes)
      Y.applyUpdate(doc, message.bytes, remote)
    },
  }
  return client
}

export function applyTransform(doc: Y.Doc, change: (transform: Transform) => void): void {
  const body = doc.getXmlFragment(bodyFragmentName)
  // `meta` lets the editor recognize the blocks that did not change.
  const { doc: before, meta } = initProseMirrorDoc(body, editorSchema)
  const transform = new Transform(before)
  change(transform)
  doc.transact(() => updateYFragment(doc, body, transform.doc, meta))
}

export function createTwoClients(html: Node[]) {
  const network = createNetwork()
  const [ann, max] = [network.createClient(1), network.createClient(2)]
  for (const client of [ann, max]) client.connect()
  replaceContent(ann.doc, editorSchema.node('doc', null, html))
  network.settle()
  return { network, ann, max }
}

export const paragraphNode = (text: string) =>
  editorSchema.node('paragraph', null, text ? editorSchema.text(text) : [])

export function insertTextAfter(doc: Y.Doc, after: string, words: string): void {
  applyTransform(doc, (transform) => {
    let at = -1
    transform.doc.descendants((node, position) => {
      if (node.isText && node.text?.includes(after)) at = position + node.text.indexOf(after) + after.length
    })
    transform.insert(at, editorSchema.text(words))
  })
}

type Random = ReturnType<typeof createRandom>

export function createRandom(seed: number) {
  let state = seed
  const below = (most: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) % most
  }
  return {
    below,
    pick<T>(from: readonly [T, ...T[]]): T {
      return from[below(from.length)] ?? from[0]
    },
  }
}

/**
 * Inserts unique words. Each word begins with two characters that no other word has, so that no word is a
 * part of another word.
 */
function typeSomewhere(doc: Y.Doc, random: Random, words: Set<string>): void {
  const word = String.fromCharCode(0x4e00 + words.size, 0xac00 + words.size)
  applyTransform(doc, (transform) => {
    const places: number[] = []
    transform.doc.descendants((node, position) => {
      if (node.isTextblock) places.push(position + 1 + random.pick(boundaries(node)))
    })
    const [first = 0, ...others] = places
    transform.insert(random.pick([first, ...others]), editorSchema.text(`${word} `))
    words.add(word)
  })
}

/** Returns the offsets at which words begin. */
function boundaries({ textContent }: Node): [number, ...number[]] {
  return [0, ...[...textContent.matchAll(/ /g)].map(({ index }) => index + 1)]
}

function changeBlock(doc: Y.Doc, random: Random, deleted: Set<string>): void {
  applyTransform(doc, (transform) => {
    const blocks: { at: number; node: Node }[] = []
    transform.doc.descendants((node, at) => void (node.isTextblock && blocks.push({ at, node })))
    const [first, ...others] = blocks
    if (!first) return
    const { at, node } = random.pick([first, ...others])
    const inside = transform.doc.resolve(at + 1)
    const range = inside.blockRange()
    const turn = (name: string) => {
      const type = editorSchema.nodes[name]
      if (type) transform.setBlockType(at + 1, at + 1, type)
    }
    const around = (name: string) => wrapBlock(transform, at, name)
    const choices: (() => void)[] = [
      () => turn('heading'),
      () => turn('paragraph'),
      () => turn('codeBlock'),
      () => around('blockquote'),
      () => around('bulletList'),
      () => around('orderedList'),
      () => {
        const target = range && liftTarget(range)
        if (range && typeof target === 'number') transform.lift(range, target)
      },
      () => {
        if (
          inside.nodeBefore === null &&
          transform.doc.resolve(at).nodeBefore?.isTextblock &&
          canJoin(transform.doc, at)
        )
          transform.join(at)
      },
      () =>
        moveBlock(transform, random.below(transform.doc.childCount), random.below(transform.doc.childCount)),
      () => {
        transform.split(at + 1 + random.pick(boundaries(node)))
      },
      () => {
        // Deletes a word that the person sees.
        const from = random.pick(boundaries(node))
        const word = /^[^ ]* ?/.exec(node.textContent.slice(from))?.[0] ?? ''
        deleted.add(word.trim())
        transform.delete(at + 1 + from, at + 1 + from + word.length)
      },
    ]
    choices[random.below(choices.length)]?.()
  })
}

export function wrapBlock(transform: Transform, at: number, name: string): void {
  const type = editorSchema.nodes[name]
  const range = transform.doc.resolve(at + 1).blockRange()
  const wrapping = range && type && findWrapping(range, type)
  if (range && wrapping) transform.wrap(range, wrapping)
}

export function moveBlock(transform: Transform, from: number, to: number): void {
  const children = [...transform.doc.children]
  const [moved] = children.splice(from, 1)
  if (moved) children.splice(to, 0, moved)
  transform.replaceWith(0, transform.doc.content.size, Fragment.from(children))
}

/** Number of random steps. Each step is an edit, a delivered message or a lost connection. */
export const stepsPerSimulation = 250

/**
 * Simulates two people who edit one text. Either both people change blocks, or one person changes blocks
 * while the other person sometimes loses the connection. Returns the lost words that nobody deleted, and
 * whether the two final texts differ.
 */
export function simulateTwoRandomWriters(
  random: Random,
  bothChange: boolean,
): { missing: string[]; differs: boolean } {
  const words = new Set<string>()
  const deleted = new Set<string>()
  const { network, ann, max } = createTwoClients([
    paragraphNode('Alpha beta '),
    paragraphNode('Gamma delta '),
    paragraphNode('Omega '),
  ])
  const drop = () => {
    if (bothChange) return
    if (max.isOnline()) max.disconnect()
    else max.connect()
  }
  for (let step = 0; step < stepsPerSimulation; step++) {
    const client = random.pick([ann, max])
    const chance = random.below(100)
    if (chance < 30) typeSomewhere(client.doc, random, words)
    else if (chance < 45) changeBlock((bothChange ? client : ann).doc, random, deleted)
    else if (chance < 48) drop()
    else if (chance < 74) client.send()
    else client.receive()
  }
  network.settle()
  const text = nodeFromYDoc(network.server).textContent
  return {
    missing: [...words].filter((word) => !deleted.has(word) && !text.includes(word)),
    differs: network.clients.some(({ doc }) => nodeFromYDoc(doc).textContent !== text),
  }
}
