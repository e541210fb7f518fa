import type { beforeHandleAwarenessPayload, onAwarenessUpdatePayload } from '@hocuspocus/server'
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import { type DocumentEvent, publishDocumentEvent } from '#api/platform/context/document-events.ts'
import type { DocumentBus } from '#api/platform/context/documents.ts'
import { bodyFragmentName, titleFragmentName } from '#common/documents/content/fragment.ts'
import type { OpenDocuments } from './open-document.ts'
import { type ConnectionContext, DocumentRejection } from './ports.ts'

const mostStates = 20
const mostCharacters = 4096

/**
 * Checks awareness updates (carets and user names). A client can only set its own state: the server sets the
 * user name, drops states of other clients, and rejects states that are too large.
 */
export async function checkAwareness({
  states,
  document,
  connection,
  context,
}: beforeHandleAwarenessPayload<ConnectionContext>): Promise<void> {
  if (!connection || !context) return
  if (states.size > mostStates) throw new DocumentRejection('malformed')
  const own = document.getClients(connection)
  for (const [client, state] of states) {
    const before = document.awareness.getStates().get(client)
    if (before && !own.has(client) && before.user?.id !== context.user.user_id) states.delete(client)
    else if (state === null) continue
    else if (!isState(state)) throw new DocumentRejection('malformed')
    else if (state.user)
      state.user = { id: context.user.user_id, name: context.user.name, color: colorOf(state.user.color) }
  }
}

function isState(state: unknown): boolean {
  return isRecord(state) && JSON.stringify(state).length <= mostCharacters && isCaret(state.cursor)
}

/**
 * Returns a safe color for a style attribute, which must have six hexadecimal digits. Other editors need a
 * color, while Tandem's editor derives colors from user ids.
 */
function colorOf(color: unknown): string {
  return typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) ? color : '#6b7280'
}

/**
 * Returns true if there is no caret, or if the caret consists of two Yjs relative positions in the body or
 * title. Editors decode carets without checks, so an invalid caret would break the editors of all users.
 */
function isCaret(cursor: unknown): boolean {
  return (
    cursor === null ||
    cursor === undefined ||
    (isRecord(cursor) && isPosition(cursor.anchor) && isPosition(cursor.head))
  )
}

function isPosition(position: unknown): boolean {
  if (!isRecord(position)) return false
  const { type, tname, item, assoc } = position
  const isKnownRoot =
    tname === undefined || tname === null || tname === bodyFragmentName || tname === titleFragmentName
  return isKnownRoot && isPlace(type) && isPlace(item) && (assoc === undefined || Number.isSafeInteger(assoc))
}

function isPlace(place: unknown): boolean {
  if (place === undefined || place === null) return true
  return isRecord(place) && isCount(place.client) && isCount(place.clock)
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Announces new, changed and removed carets to the other processes. Carets are never stored. */
export function publishAwareness(
  bus: DocumentBus,
  node: string,
  {
    awareness,
    documentName,
    added,
    updated,
    removed,
    transactionOrigin,
  }: onAwarenessUpdatePayload<ConnectionContext>,
): void {
  if (transactionOrigin === fromBus) return
  const update = encodeAwarenessUpdate(awareness, [...added, ...updated, ...removed])
  publishDocumentEvent(bus, {
    kind: 'awareness',
    from: node,
    name: documentName,
    update: Buffer.from(update).toString('base64'),
  })
}

export function applyAwareness(
  bus: DocumentBus,
  node: string,
  open: OpenDocuments,
  news: Extract<DocumentEvent, { kind: 'awareness' | 'awareness-asked' }>,
): void {
  const awareness = open.get(news.name)?.document.awareness
  if (!awareness || news.from === node) return
  if (news.kind === 'awareness') {
    applyAwarenessUpdate(awareness, Buffer.from(news.update, 'base64'), fromBus)
    return
  }
  const clients = [...awareness.getStates().keys()]
  if (clients.length === 0) return
  const update = Buffer.from(encodeAwarenessUpdate(awareness, clients)).toString('base64')
  publishDocumentEvent(bus, { kind: 'awareness', from: node, name: news.name, update })
}

const fromBus = { source: 'redis' }
