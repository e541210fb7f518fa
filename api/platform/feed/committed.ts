import type { EntityManager, EventSubscriber, TransactionEventArgs } from '@mikro-orm/postgresql'
import { batchOf, type NewChange } from './batch.ts'

/**
 * Tells of each workspace's changes right after their commit, in the process that wrote them and only there. Nothing repeats it: a
 * process that dies between the two tells nobody. It is for what must be quick and is found in the feed as well.
 */
export function onCommitted(
  em: EntityManager,
  heard: (workspaceId: string, changes: NewChange[]) => void,
): void {
  const subscriber: EventSubscriber = {
    afterTransactionCommit({ em: transaction, transaction: context }: TransactionEventArgs) {
      if (context?.savepointName !== undefined) return
      for (const [workspace, changes] of batchOf(transaction)?.changes ?? []) heard(workspace, changes)
    },
  }
  em.getEventManager().registerSubscriber(subscriber)
}
