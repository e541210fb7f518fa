import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import { getCurrentBatch, type NewChange } from './batch.ts'

/**
 * Calls a listener after each commit, only in the process that committed. If the process dies, the call is
 * lost. Use this function only to speed up the delivery of data that the change feed also delivers.
 */
export function onCommitted(
  em: EntityManager,
  listener: (workspaceId: string, changes: NewChange[]) => void,
): void {
  const subscriber: EventSubscriber = {
    afterTransactionCommit({ em: transaction, transaction: context }: TransactionEventArgs) {
      if (context?.savepointName !== undefined) return
      for (const [workspace, changes] of getCurrentBatch(transaction)?.changes ?? [])
        listener(workspace, changes)
    },
  }
  em.getEventManager().registerSubscriber(subscriber)
}
