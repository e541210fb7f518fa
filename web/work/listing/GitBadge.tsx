import type { GitItemState } from '#common/work/work-items/git-states.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { GitStateIcon } from './GitStateIcon.tsx'

/** Shows whether the item has a branch or a pull request, and its state. */
export function GitBadge({ state }: { state: GitItemState }) {
  const { t } = useTranslation()
  const words = t(`git.itemStates.${state}`)
  return (
    <span title={words} className="relative z-1 inline-flex items-center">
      <GitStateIcon kind="pull_request" state={state} />
      <span className="sr-only">{words}</span>
    </span>
  )
}
