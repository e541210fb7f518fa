import type { ChatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import { request } from '../../../platform/app/sync.ts'

const pauseMs = 1_000
const maxAttempts = 20

/**
 * Waits until the server has tried to send a message to the target, and returns the target with the result. A job sends
 * the message, and no event reports its end. Returns null if the target was deleted or the job takes too long.
 */
export async function waitForAttempt(
  params: { slug: string; project_id: string },
  { id, last_attempt_at }: ChatTarget,
): Promise<ChatTarget | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const found = (await request('listChatTargets', { params })).find((one) => one.id === id)
    if (found === undefined) return null
    if (found.last_attempt_at !== last_attempt_at) return found
  }
  return null
}
