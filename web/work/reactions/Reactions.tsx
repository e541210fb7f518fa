import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { ReactionBar } from '../../platform/ui/ReactionBar.tsx'
import { type ReactionTarget, toggleReaction } from './actions.ts'
import { reactionGroupsAtom } from './atoms.ts'

interface ReactionsProps {
  target: ReactionTarget
  canReact: boolean
}

/** The live reactions to an item or comment. The item or comment is loaded together with its reactions. */
export function Reactions({ target, canReact }: ReactionsProps) {
  const { t } = useTranslation()
  const groups = useAtomValue(reactionGroupsAtom(target.of.comment_id ?? target.of.issue_id))
  return (
    <ReactionBar
      canReact={canReact}
      onToggle={(reaction) => void toggleReaction(target, reaction)}
      reactions={groups.map(({ reaction, people, count, mine }) => ({
        code: reaction,
        count,
        isMine: mine !== undefined,
        // The user comes before the other people.
        names: [
          ...(mine === undefined ? [] : [t('reactions.you')]),
          ...people
            .filter(({ id }) => id !== mine?.actor)
            .map(({ display_name }) => displayNameOf({ display_name })),
        ],
      }))}
    />
  )
}
