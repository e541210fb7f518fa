import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import { maxDocumentBytes } from '#common/document/limits.ts'
import { InvalidDocument, nodeFromJson } from '#common/document/parse-json.ts'
import { nodeOf, renderDocument } from '#common/document/render.ts'
import { replaceContent } from '#common/document/replace-content.ts'
import { checkUpdate, docOf, InvalidUpdate, stateOf } from '#common/document/updates.ts'
import { AppError, invalid } from '#common/errors.ts'
import { loadOrImportLocked, loadOrRender } from './import-html.ts'
import { appendUpdates, lockDocument } from './log.ts'
import { announce } from './news.ts'
import type {
  DocumentContent,
  DocumentPorts,
  DocumentTarget,
  DocumentWriter,
  StoredDocument,
} from './ports.ts'
import { readHtml } from './read-html.ts'

type WriterPorts = Pick<DocumentPorts, 'em' | 'bus' | 'storeDerived' | 'storedHtml'>

/** Reads and writes documents through their log, wherever the caller's process runs; open editors hear of it after the commit. */
export function createDocumentWriter({ em, bus, storeDerived, storedHtml }: WriterPorts): DocumentWriter {
  const written = new WeakMap<EntityManager, { name: string; seq: string }[]>()
  const afterCommit: EventSubscriber = {
    afterTransactionCommit({ em: transaction, transaction: context }: TransactionEventArgs) {
      const updates = written.get(asSqlManager(transaction))
      if (!updates || context?.savepointName !== undefined) return
      announce(bus, { kind: 'appended', from: 'writer', updates })
    },
  }
  em.getEventManager().registerSubscriber(afterCommit)

  return {
    async write(transaction, target, content, userId) {
      const wanted = await nodeOfContent(content)
      await lockDocument(transaction, target.name, target.workspace_id)
      const stored = await loadOrImportLocked({ em: transaction, storedHtml }, target)
      const { doc } = docOf(stored.map((part) => part.update))
      const update = replaceContent(doc, wanted)
      const rendered = renderDocument(doc)
      if (update) {
        refuseTooLarge(Y.encodeStateAsUpdate(doc).byteLength)
        const updates = await append(transaction, target, update, userId)
        written.set(transaction, [...(written.get(transaction) ?? []), ...updates])
        await storeDerived(transaction, target.name, { ...rendered, user_id: userId })
      }
      doc.destroy()
      return rendered
    },
    read: (transaction, target) => readDocument({ em: transaction, storedHtml }, target),
  }
}

async function append(em: EntityManager, target: DocumentTarget, update: Uint8Array, userId: string | null) {
  const seqs = await appendUpdates(em, [{ ...target, update, user_id: userId }])
  return seqs.map((seq) => ({ name: target.name, seq }))
}

async function readDocument(
  ports: Pick<DocumentPorts, 'em' | 'storedHtml'>,
  target: DocumentTarget,
): Promise<StoredDocument> {
  const stored = await loadOrRender(ports, target)
  const { doc } = docOf(stored)
  const binary = stored.length === 0 ? new Uint8Array() : stateOf(doc)
  const rendered = renderDocument(doc)
  doc.destroy()
  return { ...rendered, binary }
}

async function nodeOfContent(content: DocumentContent): Promise<Node> {
  if (content.binary) return fromField('description_binary', () => nodeOfBinary(content.binary ?? ''))
  if (hasContent(content.json)) return fromField('description_json', () => nodeFromJson(content.json))
  const html = content.html ?? ''
  refuseTooLarge(Buffer.byteLength(html))
  return fromField('description_html', () => readHtml(html))
}

/** What a client calls no JSON at all: nothing, or the empty object that a fresh row carries. */
function hasContent(json: unknown): boolean {
  if (json === undefined || json === null) return false
  return typeof json !== 'object' || Array.isArray(json) || Object.keys(json).length > 0
}

function nodeOfBinary(base64: string): Node {
  const bytes = Buffer.from(base64, 'base64')
  refuseTooLarge(bytes.byteLength)
  checkUpdate(bytes)
  const { doc, refused } = docOf([bytes])
  if (refused.length > 0) throw new InvalidUpdate('refused')
  const node = nodeOf(doc)
  doc.destroy()
  return node
}

async function fromField(field: string, read: () => Node | Promise<Node>): Promise<Node> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InvalidUpdate) throw invalid(field, 'Invalid binary data')
    if (error instanceof InvalidDocument) throw invalid(field, error.message)
    throw error
  }
}

function refuseTooLarge(bytes: number): void {
  if (bytes > maxDocumentBytes) throw new AppError('too_large', 'The document is larger than 10 MB.')
}

/** All our entity managers are those of the PostgreSQL driver; events carry the driver-independent type. */
function asSqlManager(em: TransactionEventArgs['em']): EntityManager {
  return em as EntityManager
}
