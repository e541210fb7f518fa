import { EyeOff, Lock } from 'lucide-react'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { isPrivateView } from './atoms.ts'

/** Icons that show whether a view is locked and whether it is private. */
export function ViewStatusIcons({ view }: { view: ViewRow }) {
  const { t } = useTranslation()
  return (
    <>
      {view.is_locked && <Lock role="img" className="text-icon-faint" aria-label={t('views.locked')} />}
      {isPrivateView(view) && (
        <EyeOff role="img" className="text-icon-faint" aria-label={t('views.private')} />
      )}
    </>
  )
}
