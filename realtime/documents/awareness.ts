import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness'
import type { beforeHandleAwarenessPayload, onAwarenessUpdatePayload } from '@hocuspocus/server'
import { announce, type DocumentNews } from '#api/documents/news.ts'
import type { Bus } from '#api/documents/ports.ts'
import type { OpenDocuments } from './open-documents.ts'
import { Refusal, type Visit } from './ports.ts'

const mostStates = 20
const mostCharacters = 4096

/**
 * Lets a client speak for itself alone: who is at a caret is said by the server, states that belong to others are left out, and
 * what is too large to be a caret is refused.
 */
export async function checkAwareness({ states, document, connection, context }: beforeHandleAwarenessPayload<Visit>): Promise<void> {
  if (!connection || !context) return
  if (states.size > mostStates) throw new Refusal('malformed')
  const own = document.getClients(connection)
  for (const [client, state] of states) {
    const before = document.awareness.getStates().get(client)
    if (before && !own.has(client) && before.user?.id !== context.user.user_id) states.delete(client)
    else if (state && JSON.stringify(state).length > mostCharacters) throw new Refusal('malformed')
    else if (state?.user) state.user = { id: context.user.user_id, name: context.user.name, color: colorOf(state.user.color) }
  }
}

/** A colour goes into the style of a caret on other people's screens. */
function colorOf(color: unknown): string {
  const isColor = typeof color === 'string' && /^(#[0-9a-f]{3,8}|var\(--[a-z0-9-]+\)|(oklch|rgb|hsl)\([\d\s.%,/]+\))$/i.test(color)
  return isColor ? color : 'var(--accent)'
}

/** Tells other nodes who came, moved or left here; carets are never stored. */
export function announceAwareness(bus: Bus, node: string, { awareness, documentName, added, updated, removed, transactionOrigin }: onAwarenessUpdatePayload<Visit>): void {
  if (transactionOrigin === fromBus) return
  const update = encodeAwarenessUpdate(awareness, [...added, ...updated, ...removed])
  announce(bus, { kind: 'awareness', from: node, name: documentName, update: Buffer.from(update).toString('base64') })
}

export function hearAwareness(bus: Bus, node: string, open: OpenDocuments, news: Extract<DocumentNews, { kind: 'awareness' | 'awareness-asked' }>): void {
  const awareness = open.get(news.name)?.document.awareness
  if (!awareness || news.from === node) return
  if (news.kind === 'awareness') return applyAwarenessUpdate(awareness, Buffer.from(news.update, 'base64'), fromBus)
  const clients = [...awareness.getStates().keys()]
  if (clients.length === 0) return
  const update = Buffer.from(encodeAwarenessUpdate(awareness, clients)).toString('base64')
  announce(bus, { kind: 'awareness', from: node, name: news.name, update })
}

const fromBus = { source: 'redis' }
