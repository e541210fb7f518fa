import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { botCountAtom } from './atoms.ts'

/** Below a list of members: who works here but is no person. `projectId` null stands for the whole workspace. */
export function BotNote({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation()
  const count = useAtomValue(botCountAtom(projectId))
  if (count === 0) return null
  return <p className="px-4 py-3 text-sm text-faint">{t('members.bots', { count })}</p>
}
