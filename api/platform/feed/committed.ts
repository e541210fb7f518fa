import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import { getCurrentBatch, type NewChange } from './batch.ts'

/**
 * Calls a listener after each commit, only in the process that committed. If the process dies, the call is
 * lost. Use this function only to deliver data sooner that the change feed delivers in any case.
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
