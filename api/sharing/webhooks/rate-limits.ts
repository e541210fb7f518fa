import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { query } from '../../platform/db/orm.ts'

/** Milliseconds between two messages to the same chat target, because chat services accept about one a second. */
const pace = 1000
const nextTurns = new Map<string, number>()

/** Waits until this process may send the next message to the chat target. */
export async function waitForChatTurn(targetId: string): Promise<void> {
  const now = Date.now()
  for (const [id, at] of nextTurns) if (at <= now) nextTurns.delete(id)
  const turn = nextTurns.get(targetId) ?? now
  nextTurns.set(targetId, turn + pace)
  if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now))
}

/** Maximum number of times that a rate limit postpones a delivery. After that, it counts as a failure. */
const maxPostponements = 50
/** Shortest, usual and longest delay after a rate limit, in seconds. */
const [shortest, usual, longest] = [1, 60, 3600]

/**
 * Returns the seconds after which to send the delivery again, or null if the answer does not tell that the receiver
 * limits the rate.
 */
export function delayAfterRateLimit(
  { status, retryAfter }: { status: number | null; retryAfter: string | undefined },
  postponements: number,
): number | null {
  const isLimit = status === 429 || (status === 503 && retryAfter !== undefined)
  if (!isLimit || postponements >= maxPostponements) return null
  const seconds = Number(retryAfter ?? usual)
  const delay = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? '') - Date.now()) / 1000 : seconds
  return Math.ceil(Math.min(longest, Math.max(shortest, Number.isNaN(delay) ? usual : delay)))
}

/** Returns true if the webhook accepted a delivery after the first attempt of this one. */
export async function hasAcceptedSince(
  em: EntityManager,
  webhookId: string,
  deliveryId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_logs where webhook_id = ${webhookId}::uuid and error is null and created_at > (
      select min(created_at) from webhook_logs where webhook_id = ${webhookId}::uuid and delivery_id = ${deliveryId}::uuid)
    limit 1`.execute(query(em))
  return rows.length > 0
}
