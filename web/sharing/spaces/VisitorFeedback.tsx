import { useNavigate } from 'react-router'
import type { PublicItem, PublicVoteCounts, PublishedBoard } from '#common/sharing/publish/schema.ts'
import { request } from '../../platform/app/sync.ts'
import { Comments } from './Comments.tsx'
import { PublicReactions } from './PublicReactions.tsx'
import { SignInToTakePart } from './SignInToTakePart.tsx'
import { acceptsFeedback, runOrShowError, votesAfterVote } from './take-part.ts'
import { Votes } from './Votes.tsx'
import { useSignInPath } from './viewer.ts'

export interface VisitorFeedbackProps {
  board: PublishedBoard
  item: PublicItem
  isSignedIn: boolean | undefined
  /** Called with a function that receives the current item and returns its changed fields. */
  onChange: (patch: (now: PublicItem) => Partial<PublicItem>) => void
}

/** The votes, reactions and comments on a published item, if the board enables them. Everybody can read it; signed-in users can participate. A vote of a signed-out user leads to the sign-in screen. */
export function VisitorFeedback({ board, item, isSignedIn, onChange }: VisitorFeedbackProps) {
  const { anchor } = board
  const params = { anchor, issue_id: item.id }
  const takesPart = isSignedIn === true
  const navigate = useNavigate()
  const signInPath = useSignInPath()

  async function vote(votes: PublicVoteCounts, chosen: PublicVoteCounts['own']): Promise<void> {
    onChange(() => ({ votes: votesAfterVote(votes, chosen) }))
    const isCast = await runOrShowError(async () => {
      if (chosen === 0) return await request('takeBackVote', { params })
      const counted = await request('castVote', { params, body: { vote: chosen } })
      onChange(() => ({ votes: counted }))
    })
    if (!isCast) onChange(() => ({ votes }))
  }

  const { votes, reactions } = item
  return (
    <>
      {(votes !== null || reactions !== null) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {votes && (
            <Votes
              votes={votes}
              onVote={
                takesPart
                  ? (chosen) => void vote(votes, chosen)
                  : isSignedIn === false
                    ? () => void navigate(signInPath)
                    : null
              }
            />
          )}
          {reactions && (
            <PublicReactions
              reactions={reactions}
              canReact={takesPart}
              onChange={(next) => onChange(() => ({ reactions: next }))}
              add={(reaction) => request('addPublishedReaction', { params, body: { reaction } })}
              remove={(reaction) => request('removePublishedReaction', { params: { ...params, reaction } })}
            />
          )}
        </div>
      )}
      {isSignedIn === false && !board.is_comments_enabled && acceptsFeedback(board) && <SignInToTakePart />}
      {board.is_comments_enabled && (
        <Comments
          board={board}
          itemId={item.id}
          isSignedIn={isSignedIn}
          onCount={(by) => onChange(({ comment_count }) => ({ comment_count: (comment_count ?? 0) + by }))}
        />
      )}
    </>
  )
}
