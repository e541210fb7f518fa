import { boardFeedbackSettings } from '#common/sharing/publish/rules.ts'
import type { PublicReactionCount, PublicVoteCounts, PublishedBoard } from '#common/sharing/publish/schema.ts'
import { t } from '../../locales/i18n.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'

/** Returns the vote counts after the user has voted, for the optimistic update. */
export function votesAfterVote(
  { up, down, own }: PublicVoteCounts,
  vote: PublicVoteCounts['own'],
): PublicVoteCounts {
  const count = (which: 1 | -1, now: number) => now - Number(own === which) + Number(vote === which)
  return { up: count(1, up), down: count(-1, down), own: vote }
}

/** Adds or removes the user's reaction. A reaction without users is removed. */
export function reactionsAfterToggle(
  reactions: readonly PublicReactionCount[],
  reaction: string,
): PublicReactionCount[] {
  if (!reactions.some((one) => one.reaction === reaction))
    return [...reactions, { reaction, count: 1, is_own: true }]
  return reactions
    .map((one) =>
      one.reaction === reaction
        ? { ...one, count: one.count + (one.is_own ? -1 : 1), is_own: !one.is_own }
        : one,
    )
    .filter(({ count }) => count > 0)
}

/** Runs `work` and returns whether it succeeded. After a failure, a notice shows the reason. */
export async function runOrShowError(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    showRequestError(error)
    return false
  }
}

export function showRequestError(error: unknown): void {
  if (!(error instanceof RequestError)) throw error
  // If the session has expired, no notice is needed, because the app opens the sign-in screen.
  if (error.code === 'unauthenticated') return
  const why = error.code === 'rate_limited' ? 'tooFast' : error.code === 'offline' ? 'offline' : 'notDone'
  toast.error(t(`spaces.${why}`))
}

/** Returns true if the board enables votes, reactions or comments. Submitting requests does not count. */
export function acceptsFeedback(board: PublishedBoard): boolean {
  return boardFeedbackSettings.some((one) => one !== 'is_intake_enabled' && board[one])
}
