import type { PublicReactionCount } from '#common/sharing/publish/schema.ts'
import { ReactionBar } from '../../platform/ui/ReactionBar.tsx'
import { reactionsAfterToggle, runOrShowError } from './take-part.ts'

interface PublicReactionsProps {
  reactions: PublicReactionCount[]
  canReact: boolean
  onChange: (reactions: PublicReactionCount[]) => void
  add: (reaction: string) => Promise<unknown>
  remove: (reaction: string) => Promise<unknown>
}

/** Reactions on a public board. A new reaction is shown immediately and reverted if the server rejects it. */
export function PublicReactions({ reactions, canReact, onChange, add, remove }: PublicReactionsProps) {
  async function toggle(reaction: string): Promise<void> {
    const isGiven = reactions.some((one) => one.reaction === reaction && one.is_own)
    onChange(reactionsAfterToggle(reactions, reaction))
    if (!(await runOrShowError(() => (isGiven ? remove(reaction) : add(reaction))))) onChange(reactions)
  }
  return (
    <ReactionBar
      canReact={canReact}
      // The names of users are left out, because a public board shows only counts.
      reactions={reactions.map(({ reaction, count, is_own }) => ({
        code: reaction,
        count,
        isMine: is_own,
        names: [],
      }))}
      onToggle={(code) => void toggle(code)}
    />
  )
}
