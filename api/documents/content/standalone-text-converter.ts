import type { EntityManager } from '@mikro-orm/postgresql'
import { AppError } from '#common/platform/errors.ts'
import type { DocumentContent, DocumentTarget, DocumentWriter } from '../../platform/context/documents.ts'
import { getCommandKey, SlowWorkRequired } from '../../platform/db/retry-after-work.ts'
import type { UpdateLogHead } from './log.ts'
import type { MergedDocument } from './merge-document.ts'
import { mergeContent, type PrecomputedChange, type PrecomputedChangeStore } from './preparations.ts'

const emptyHead: UpdateLogHead = { version: '0', seqs: [] }
const alone: DocumentTarget = { name: '', workspace_id: '' }

/**
 * Converts texts that have no stored Yjs document: texts of rows that a command is about to create, and texts
 * that exist only on their row.
 */
export function createStandaloneTextConverter(
  preparations: PrecomputedChangeStore,
): Pick<DocumentWriter, 'prepare' | 'derive' | 'stateOf'> {
  async function mergedAlone(
    transaction: EntityManager,
    content: DocumentContent,
    userId: string,
    field: string,
  ): Promise<MergedDocument> {
    const request = getCommandKey(transaction)
    const [done] = request ? preparations.of(request, alone, content) : []
    const work = () =>
      workOutAlone(content, userId).catch((error: unknown) => Promise.reject(renameErrorFields(field, error)))
    if (!done && request) throw new SlowWorkRequired(async () => preparations.remember(request, await work()))
    return (done ?? (await work())).merged
  }

  return {
    prepare(transaction, contents, userId) {
      const request = getCommandKey(transaction)
      if (!request) return
      const missing = contents.filter((content) => preparations.of(request, alone, content).length === 0)
      if (missing.length === 0) return
      throw new SlowWorkRequired(async () => {
        // One conversion after the other, because the queue of worker threads limits the waiting texts of each user.
        for (const content of missing) preparations.remember(request, await workOutAlone(content, userId))
      })
    },
    async derive(transaction, content, userId, field) {
      return (await mergedAlone(transaction, content, userId, field)).derived
    },
    async stateOf(transaction, html, userId) {
      return (await mergedAlone(transaction, { html }, userId, 'description')).state
    },
  }
}

/** Converts the content of a document that does not exist yet. */
async function workOutAlone(content: DocumentContent, userId: string): Promise<PrecomputedChange> {
  const loaded = { stored: [], html: null, head: emptyHead }
  const merged = await mergeContent('', loaded, content, userId, null)
  return { name: null, content, head: emptyHead, writer_ids: [], merged }
}

/** Errors name a field of the document. Replaces this name by the name of the request field. */
function renameErrorFields(field: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.fields === undefined) return error
  const fields = Object.entries(error.details.fields).map(([name, message]) => [
    name.replace(/^description_/, `${field}_`),
    message,
  ])
  return new AppError(error.code, error.message, { ...error.details, fields: Object.fromEntries(fields) })
}
