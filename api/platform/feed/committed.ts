import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import { batchOf, type NewChange } from './batch.ts'

/**
 * Calls a listener right after each commit, only in the process that committed. The call is lost if the process dies,
 * so use it only for fast delivery of data that is also in the feed.
 */
export function onCommitted(
  em: EntityManager,
  listener: (workspaceId: string, changes: NewChange[]) => void,
): void {
  const subscriber: EventSubscriber = {
    afterTransactionCommit({ em: transaction, transaction: context }: TransactionEventArgs) {
      if (context?.savepointName !== undefined) return
      for (const [workspace, changes] of batchOf(transaction)?.changes ?? []) listener(workspace, changes)
    },
  }
  em.getEventManager().registerSubscriber(subscriber)
}
