import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import { announce } from '../../platform/context/document-news.ts'
import type {
  DocumentContent,
  DocumentPorts,
  DocumentTarget,
  DocumentWriter,
} from '../../platform/context/documents.ts'
import { DoFirst, requestOf } from '../../platform/db/do-first.ts'
import { etagOf } from './etag.ts'
import { createKnownTexts } from './known-texts.ts'
import { documentPartsOf, type LoadedDocument, loadDocument, writersOf } from './load-document.ts'
import { appendUpdates, holds, type LogHead, lockDocument, markDerived } from './log.ts'
import type { MergedDocument } from './merge-document.ts'
import { createDocumentReader } from './read-document.ts'
import { mergeInThread, parseInThread } from './thread-pool.ts'

type WriterPorts = Pick<DocumentPorts, 'em' | 'bus' | 'storeDerived' | 'storedHtml'>

/** A change worked out beforehand, and the stored document that it starts from. */
interface Prepared {
  /** Null for a document that the command is about to make. */
  name: string | null
  content: DocumentContent
  head: LogHead
  /** Who wrote what is not in the stored text yet. */
  writer_ids: string[]
  merged: MergedDocument
}

/** What a transaction wrote, for after its commit. */
interface Written {
  name: string
  user_id: string | null
  rows: { name: string; seq: string }[]
  /** The whole text and the title as the writer has them now, null when they sent none. */
  sent: string | null
  title: string | null
}

const emptyHead: LogHead = { version: '0', seqs: [] }
/** How often a change is worked out anew because somebody else's came between; then it is done while others wait. */
const mostAttempts = 3

/** Reads and writes documents through their log, wherever the caller's process runs; open editors hear of it after the commit. */
export function createDocumentWriter({ em, bus, storeDerived, storedHtml }: WriterPorts): DocumentWriter {
  const preparations = new WeakMap<object, Prepared[]>()
  const known = createKnownTexts()
  const written = new WeakMap<EntityManager, Written[]>()
  const afterCommit: EventSubscriber = {
    afterTransactionCommit({ em: transaction, transaction: context }: TransactionEventArgs) {
      const updates = written.get(asSqlManager(transaction))
      if (!updates || context?.savepointName !== undefined) return
      announce(bus, { kind: 'appended', from: 'writer', updates: updates.flatMap(({ rows }) => rows) })
      for (const { name, user_id, sent, title } of updates) {
        if (user_id === null) continue
        if (sent !== null) known.learn(user_id, name, sent)
        if (title !== null) known.learn(user_id, titleKey(name), title)
      }
    },
  }
  em.getEventManager().registerSubscriber(afterCommit)

  async function workOut(
    from: EntityManager,
    { name }: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<Prepared> {
    const loaded = await loadDocument(from, storedHtml, name)
    const { seqs } = loaded.head
    const told = (key: string) => (userId === null ? null : known.of(userId, key, seqs))
    const base = told(name) ?? (await storedHtml(from, name))
    const told_title = content.hears_changes ? null : told(titleKey(name))
    const base_title = told_title ?? content.title_before ?? null
    const writer_ids = writersOf(loaded)
    const merged = await merge(name, loaded, content, userId, base, base_title)
    return { name, content, head: loaded.head, writer_ids, merged }
  }

  /** What was worked out before this run of the transaction; undefined when it has to be done within it. */
  async function preparedFor(
    transaction: EntityManager,
    target: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<Prepared | undefined> {
    const request = requestOf(transaction)
    if (!request) return
    const attempts = (preparations.get(request) ?? []).filter((one) => isFor(one, target, content))
    const last = attempts.at(-1)
    if (last) {
      await lockDocument(transaction, target.name, target.workspace_id)
      if (await holds(transaction, target.name, last.head)) return last
    }
    if (attempts.length >= mostAttempts) return
    throw new DoFirst(async () => remember(request, await workOut(em.fork(), target, content, userId)))
  }

  function remember(request: object, prepared: Prepared): void {
    preparations.set(request, [...(preparations.get(request) ?? []), prepared])
  }

  /** Keeps a version of what others have typed before this writer's text takes its place. */
  async function keepBefore(
    transaction: EntityManager,
    name: string,
    { writer_ids, merged: { before } }: Prepared,
  ): Promise<void> {
    if (before)
      await storeDerived(transaction, name, { ...before, user_id: writer_ids.at(-1) ?? null, writer_ids })
  }

  function expectKnown(
    name: string,
    userId: string | null,
    sent: string | null,
    { title }: DocumentContent,
    seqs: string[],
  ): void {
    const seq = seqs.at(-1)
    if (userId === null || seq === undefined) return
    if (sent !== null) known.expect(userId, name, sent, seq)
    if (title !== undefined) known.expect(userId, titleKey(name), title, seq)
  }

  async function mergedAlone(
    transaction: EntityManager,
    content: DocumentContent,
    userId: string,
    field: string,
  ): Promise<MergedDocument> {
    const request = requestOf(transaction)
    const done = request && preparations.get(request)?.find((one) => isFor(one, alone, content))
    const work = () =>
      workOutAlone(content, userId).catch((error: unknown) => Promise.reject(saidOf(field, error)))
    if (!done && request) throw new DoFirst(async () => remember(request, await work()))
    return (done ?? (await work())).merged
  }

  return {
    async write(transaction, target, content, userId) {
      let prepared = await preparedFor(transaction, target, content, userId)
      if (!prepared) {
        await lockDocument(transaction, target.name, target.workspace_id)
        prepared = await workOut(transaction, target, content, userId)
      }
      const { updates, is_changed, derived, sent } = prepared.merged
      const rows: Written['rows'] = []
      if (is_changed) {
        const row = { ...target, updates, user_id: userId }
        const seqs = await appendUpdates(transaction, [row], { is_derived: true })
        await markDerived(transaction, prepared.head)
        rows.push(...seqs.map((seq) => ({ name: target.name, seq })))
        expectKnown(target.name, userId, sent, content, seqs)
        await keepBefore(transaction, target.name, prepared)
        await storeDerived(transaction, target.name, {
          ...derived,
          user_id: userId,
          writer_ids: userId === null ? [] : [userId],
          restored_from: content.restored_from ?? null,
        })
      }
      const entry: Written = { name: target.name, user_id: userId, rows, sent, title: content.title ?? null }
      written.set(transaction, [...(written.get(transaction) ?? []), entry])
      return { ...derived, etag: sent === derived.html ? await etagOf(derived.html) : null }
    },
    prepare(transaction, content, userId) {
      const request = requestOf(transaction)
      if (!request || preparations.get(request)?.some((one) => isFor(one, alone, content))) return
      throw new DoFirst(async () => remember(request, await workOutAlone(content, userId)))
    },
    parse: parseInThread,
    async derive(transaction, content, userId, field) {
      return (await mergedAlone(transaction, content, userId, field)).derived
    },
    async stateOf(transaction, html, userId) {
      return (await mergedAlone(transaction, { html }, userId, 'description')).state
    },
    learnTitle(userId, name, title) {
      known.learn(userId, titleKey(name), title)
    },
    ...createDocumentReader({ em, storedHtml, known }),
  }
}

/** Of a text that stands for itself, as nothing is there yet. */
async function workOutAlone(content: DocumentContent, userId: string): Promise<Prepared> {
  const loaded = { stored: [], html: null, head: emptyHead }
  const merged = await merge('', loaded, content, userId, null)
  return { name: null, content, head: emptyHead, writer_ids: [], merged }
}

/** What is refused of a text is said of the field that it came in. */
function saidOf(field: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.fields === undefined) return error
  const fields = Object.entries(error.details.fields).map(([name, said]) => [
    name.replace(/^description_/, `${field}_`),
    said,
  ])
  return new AppError(error.code, error.message, { ...error.details, fields: Object.fromEntries(fields) })
}

function titleKey(name: string): string {
  return `${name} title`
}

const alone: DocumentTarget = { name: '', workspace_id: '' }

function merge(
  name: string,
  loaded: LoadedDocument,
  content: DocumentContent,
  userId: string | null,
  base: string | null,
  base_title: string | null = null,
): Promise<MergedDocument> {
  const takesItsPlace = content.restored_from !== undefined
  const derives_before = writersOf(loaded).some((writer) => takesItsPlace || writer !== userId)
  const task = {
    name,
    ...documentPartsOf(loaded),
    html: loaded.html,
    content,
    base,
    base_title,
    derives: true,
    derives_before,
  }
  return mergeInThread(task, userId ?? name)
}

/** A command that runs again has made other objects of the same values, and another id for a row of its own. */
function isFor({ name, content }: Prepared, target: DocumentTarget, wanted: DocumentContent): boolean {
  const isSame = fields.every((field) => (content[field] ?? null) === (wanted[field] ?? null))
  return isSame && (name === null || name === target.name)
}

const fields = ['html', 'json', 'binary', 'title', 'match'] as const

/** All our entity managers are those of the PostgreSQL driver; events carry the driver-independent type. */
function asSqlManager(em: TransactionEventArgs['em']): EntityManager {
  return em as EntityManager
}
