import { setTimeout as pause } from 'node:timers/promises'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { unpackUpdates } from '#api/documents/content/packing.ts'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { renderDocument } from '#common/documents/content/render.ts'
import { documentFromUpdates } from '#common/documents/content/updates.ts'
import { runSql } from '../support/api-client.ts'
import {
  createAuthenticatedSocketClass,
  openDocumentClient,
  pollUntilTrue,
} from '../support/document-clients.ts'
import type { Random } from '../support/history/random.ts'
import { simulateLossyConnection } from '../support/simulate-lossy-connection.ts'

/** A simulated person who writes unique marks like `⟨3.17⟩` into a document and deletes some of their own marks. */
export interface SimulatedWriter {
  name: string
  doc: Y.Doc
  /**
   * Returns true if the server has confirmed all edits of this writer. Always returns false for the y-websocket
   * protocol, which has no confirmations.
   */
  isSaved(): boolean
  step(random: Random): Promise<void>
  /** Reconnects immediately, even when the writer planned to stay offline longer. */
  comeBack(): void
  /** Resolves when no edit is pending and no update is missing. */
  settled(): Promise<void>
  /**
   * Returns the marks whose insertion or deletion the server has confirmed, but which the text does not
   * reflect.
   */
  findLostWrites(text: string): string[]
  /** Returns the differences between the marks in the text and the marks that this writer expects. */
  findDifferences(text: string): string[]
  close(): void
}

type Way = { isSaved(): boolean; setOnline(is: boolean): void; close(): void }

function createWriter(at: number, name: string, doc: Y.Doc, way: Way): SimulatedWriter {
  const written: string[] = []
  const taken = new Set<string>()
  let told = { written: 0, taken: new Set<string>() }
  let leftOffline = 0

  const note = () => {
    if (way.isSaved()) told = { written: written.length, taken: new Set(taken) }
  }
  const wrong = (text: string, sure: string[], gone: Set<string>) => [
    ...sure.filter((mark) => !taken.has(mark) && count(text, mark) !== 1).map((mark) => `${mark} is lost`),
    ...[...gone].filter((mark) => count(text, mark) > 0).map((mark) => `${mark} is back`),
  ]

  return {
    name,
    doc,
    isSaved: way.isSaved,
    async step(random) {
      note()
      if (leftOffline > 0) {
        leftOffline--
        if (leftOffline === 0) way.setOnline(true)
      } else if (random.chance(0.02)) {
        leftOffline = 3 + random.below(12)
        way.setOnline(false)
      }
      const old = random.chance(0.15) ? random.pickAny(written.filter((mark) => !taken.has(mark))) : undefined
      if (old !== undefined && takeOut(doc, old)) taken.add(old)
      else {
        const mark = `⟨${at}.${written.length}⟩`
        written.push(mark)
        write(doc, mark, random)
      }
      await pause(40 + random.below(120))
    },
    comeBack: () => way.setOnline(true),
    async settled() {
      await pollUntilTrue(way.isSaved, `writer ${at} is told that all is saved`)
      note()
    },
    findLostWrites(text) {
      note()
      return wrong(text, written.slice(0, told.written), told.taken)
    },
    findDifferences: (text) => wrong(text, written, taken),
    close: way.close,
  }
}

export function createHocuspocusWriter(
  at: number,
  url: string,
  who: Parameters<typeof openDocumentClient>[1],
  name: string,
): SimulatedWriter {
  const client = openDocumentClient(url, who, name)
  const connection = simulateLossyConnection(client)
  /**
   * Reconnects the writer. Half of the writers simulate a network that loses messages unnoticed, so their
   * connection is ended first.
   */
  const comeBack = () => (at % 2 === 0 ? client.socket.connect() : connection.breakOff())
  const goAway = () => (at % 2 === 0 ? client.socket.disconnect() : connection.lose())
  return createWriter(at, name, client.doc, {
    isSaved: () => client.provider.synced && !client.provider.hasUnsyncedChanges,
    setOnline: (is) => void (is ? comeBack() : goAway()),
    close: () => client.close(),
  })
}

/** Creates a writer that uses the plain y-websocket protocol with an API token, as other programs do. */
export function createYWebsocketWriter(at: number, url: string, key: string, name: string): SimulatedWriter {
  const doc = new Y.Doc()
  const polyfill: unknown = createAuthenticatedSocketClass({ key }, url)
  const provider = new WebsocketProvider(`${url.replace('http', 'ws')}/documents`, name, doc, {
    WebSocketPolyfill: polyfill as typeof globalThis.WebSocket,
    disableBc: true,
    maxBackoffTime: 200,
  })
  return createWriter(at, name, doc, {
    isSaved: () => false,
    setOnline: (is) => (is ? provider.connect() : provider.disconnect()),
    close: () => provider.destroy(),
  })
}

/** Inserts a mark as a new paragraph, or at the start or end of an existing paragraph. */
function write(doc: Y.Doc, mark: string, random: Random): void {
  const body = doc.getXmlFragment(bodyFragmentName)
  const text = textOf(random.pickAny(body.toArray()))
  if (text !== undefined && random.chance(0.4)) {
    text.insert(random.chance(0.5) ? 0 : text.length, mark, random.chance(0.3) ? { bold: {} } : {})
    return
  }
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(mark)])
  body.insert(random.below(body.length + 1), [paragraph])
}

/** Returns false when the mark is not found, because its paragraph no longer exists. */
function takeOut(doc: Y.Doc, mark: string): boolean {
  for (const block of doc.getXmlFragment(bodyFragmentName).toArray()) {
    const text = textOf(block)
    const at = text === undefined ? -1 : lettersOf(text).indexOf(mark)
    if (text === undefined || at === -1) continue
    text.delete(at, mark.length)
    return true
  }
  return false
}

function textOf(block: unknown): Y.XmlText | undefined {
  const first = block instanceof Y.XmlElement ? block.get(0) : undefined
  return first instanceof Y.XmlText ? first : undefined
}

function lettersOf(text: Y.XmlText): string {
  const delta: { insert?: unknown }[] = text.toDelta()
  return delta.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

/** Reads the text from the database, without a running server. */
export async function readStoredDocumentText(databaseUrl: string, name: string): Promise<string> {
  const rows = await runSql<{ seq: string | null; bytes: Buffer }>(
    databaseUrl,
    `select null::bigint as seq, state as bytes from documents where name = $1 and state is not null
     union all select seq, updates from document_updates where name = $1 order by seq nulls first`,
    [name],
  )
  const parts = rows.flatMap(({ seq, bytes }) => (seq === null ? [bytes] : unpackUpdates(bytes)))
  return renderDocument(documentFromUpdates(parts).doc).text
}
