import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { botCountAtom } from './atoms.ts'

/**
 * Mentions the number of bots, which the member list above this note omits. A null `projectId` means the
 * whole workspace.
 */
export function BotCountNote({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation()
  const count = useAtomValue(botCountAtom(projectId))
  if (count === 0) return null
  return <p className="text-sm text-faint">{t('members.bots', { count })}</p>
}
