import type { EntityManager } from '@mikro-orm/postgresql'
import type {
  DocumentContent,
  DocumentPorts,
  DocumentTarget,
  DocumentWriter,
} from '../../platform/context/documents.ts'
import { getCommandKey, SlowWorkRequired } from '../../platform/db/retry-after-work.ts'
import { createDocumentReader } from './document-reader.ts'
import { computeEtag } from './etag.ts'
import { createLastSeenTextCache, type LastSeenTextCache, titleCacheKey } from './known-texts.ts'
import { getPendingUpdateWriters, loadDocument } from './load-document.ts'
import { appendUpdates, isUpdateLogUnchanged, lockDocument, markUpdatesDerived } from './log.ts'
import { createPrecomputedChangeStore, mergeContent, type PrecomputedChange } from './preparations.ts'
import { createStandaloneTextConverter } from './standalone-text-converter.ts'
import { createStoredTextRecorder, type WrittenDocumentText } from './stored-text-recorder.ts'
import { parseBodyInThread } from './thread-pool.ts'

type WriterPorts = Pick<DocumentPorts, 'em' | 'bus' | 'storeDocumentContent' | 'loadStoredHtml'>

/**
 * Maximum number of attempts to compute a change without a lock. After that, the change is computed while the
 * document is locked.
 */
const mostAttempts = 3

/**
 * Reads and writes documents through their update log, which all server processes share. Open editors receive the
 * change after the commit.
 */
export function createDocumentWriter({
  em,
  bus,
  storeDocumentContent,
  loadStoredHtml,
}: WriterPorts): DocumentWriter {
  const preparations = createPrecomputedChangeStore()
  const known = createLastSeenTextCache()
  const noteWritten = createStoredTextRecorder({ em, bus }, known)

  async function workOut(
    from: EntityManager,
    { name }: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<PrecomputedChange> {
    const loaded = await loadDocument(from, loadStoredHtml, name)
    const { seqs } = loaded.head
    const knownText = (key: string) => (userId === null ? null : known.of(userId, key, seqs))
    const base = knownText(name) ?? (await loadStoredHtml(from, name))
    const known_title = content.receives_changes ? null : knownText(titleCacheKey(name))
    const base_title = known_title ?? content.title_before ?? null
    const writer_ids = getPendingUpdateWriters(loaded)
    const merged = await mergeContent(name, loaded, content, userId, base, base_title)
    return { name, content, head: loaded.head, writer_ids, merged }
  }

  /**
   * Returns the change that was computed before the transaction started. Returns undefined if the transaction must
   * compute the change. Throws `SlowWorkRequired` to roll back the transaction, compute the change outside of it,
   * and then run the transaction again.
   */
  async function preparedFor(
    transaction: EntityManager,
    target: DocumentTarget,
    content: DocumentContent,
    userId: string | null,
  ): Promise<PrecomputedChange | undefined> {
    const request = getCommandKey(transaction)
    if (!request) return
    const attempts = preparations.of(request, target, content)
    const last = attempts.at(-1)
    if (last && target.is_new) return last
    if (last) {
      await lockDocument(transaction, target.name, target.workspace_id)
      if (await isUpdateLogUnchanged(transaction, target.name, last.head)) return last
    }
    if (attempts.length >= mostAttempts) return
    throw new SlowWorkRequired(async () =>
      preparations.remember(request, await workOut(em.fork(), target, content, userId)),
    )
  }

  /** Stores a version with the text that other users typed, before the text of the current user replaces it. */
  async function keepBefore(
    transaction: EntityManager,
    name: string,
    { writer_ids, merged: { before } }: PrecomputedChange,
  ): Promise<void> {
    if (before)
      await storeDocumentContent(transaction, name, {
        ...before,
        user_id: writer_ids.at(-1) ?? null,
        writer_ids,
      })
  }

  return {
    async write(transaction, target, content, userId) {
      let prepared = await preparedFor(transaction, target, content, userId)
      if (!prepared) {
        await lockDocument(transaction, target.name, target.workspace_id)
        prepared = await workOut(transaction, target, content, userId)
      }
      const { updates, is_changed, derived, sent } = prepared.merged
      const rows: WrittenDocumentText['rows'] = []
      if (is_changed) {
        const { name, workspace_id, is_new = false } = target
        const row = { name, workspace_id, updates, user_id: userId }
        const seqs = await appendUpdates(transaction, [row], { is_derived: true })
        await markUpdatesDerived(transaction, prepared.head)
        rows.push(...seqs.map((seq) => ({ name: target.name, seq })))
        expectKnown(known, target.name, userId, { sent, title: content.title }, seqs.at(-1))
        await keepBefore(transaction, target.name, prepared)
        await storeDocumentContent(transaction, target.name, {
          ...derived,
          user_id: userId,
          writer_ids: userId === null ? [] : [userId],
          restored_from: content.restored_from ?? null,
          is_conversion: content.is_conversion ?? false,
          is_new,
        })
      }
      noteWritten(transaction, {
        name: target.name,
        user_id: userId,
        rows,
        sent,
        title: content.title ?? null,
      })
      return { ...derived, etag: sent === derived.html ? await computeEtag(derived.html) : null }
    },
    ...createStandaloneTextConverter(preparations),
    parse: parseBodyInThread,
    learnTitle(userId, name, title) {
      known.learn(userId, titleCacheKey(name), title)
    },
    ...createDocumentReader({ em, loadStoredHtml, known }),
  }
}

/**
 * Adds to `known` the texts that this command writes, because the writer has seen them. `seq` is the last log row of
 * the write.
 */
function expectKnown(
  known: LastSeenTextCache,
  name: string,
  userId: string | null,
  { sent, title }: { sent: string | null; title: string | undefined },
  seq: string | undefined,
): void {
  if (userId === null || seq === undefined) return
  if (sent !== null) known.expect(userId, name, sent, seq)
  if (title !== undefined) known.expect(userId, titleCacheKey(name), title, seq)
}
