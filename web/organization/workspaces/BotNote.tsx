import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { botCountAtom } from './atoms.ts'

/** Mentions the bots that the member list above omits. A null `projectId` means the whole workspace. */
export function BotNote({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation()
  const count = useAtomValue(botCountAtom(projectId))
  if (count === 0) return null
  return <p className="px-4 py-3 text-sm text-faint">{t('members.bots', { count })}</p>
}
