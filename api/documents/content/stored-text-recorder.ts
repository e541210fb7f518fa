import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import { publishDocumentEvent } from '../../platform/context/document-events.ts'
import type { DocumentPorts } from '../../platform/context/documents.ts'
import { type LastSeenTextCache, titleCacheKey } from './known-texts.ts'

/** A text that a transaction wrote. The text is announced to other processes after the commit. */
export interface WrittenDocumentText {
  name: string
  user_id: string | null
  rows: { name: string; seq: string }[]
  /** The whole text and title that the writer sent. Each is null if the writer did not send it. */
  sent: string | null
  title: string | null
}

/**
 * Returns a function that records the texts that a transaction writes. After the commit, these texts are
 * announced to all processes that have the document open.
 */
export function createStoredTextRecorder(
  { em, bus }: Pick<DocumentPorts, 'em' | 'bus'>,
  known: LastSeenTextCache,
) {
  const written = new WeakMap<EntityManager, WrittenDocumentText[]>()
  const afterCommit: EventSubscriber = {
    afterTransactionCommit({ em: transaction, transaction: context }: TransactionEventArgs) {
      const updates = written.get(asSqlManager(transaction))
      if (!updates || context?.savepointName !== undefined) return
      publishDocumentEvent(bus, {
        kind: 'appended',
        from: 'writer',
        updates: updates.flatMap(({ rows }) => rows),
      })
      for (const { name, user_id, sent, title } of updates) {
        if (user_id === null) continue
        if (sent !== null) known.learn(user_id, name, sent)
        if (title !== null) known.learn(user_id, titleCacheKey(name), title)
      }
    },
  }
  em.getEventManager().registerSubscriber(afterCommit)

  return (transaction: EntityManager, entry: WrittenDocumentText): void => {
    written.set(transaction, [...(written.get(transaction) ?? []), entry])
  }
}

/**
 * Tandem's entity managers all use the PostgreSQL driver, but event arguments have the type for any driver.
 */
function asSqlManager(em: TransactionEventArgs['em']): EntityManager {
  return em as EntityManager
}
