import { EyeOff, Lock } from 'lucide-react'
import type { ViewRow } from '#common/work/views/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { isPrivateView } from './atoms.ts'

/** Whether a view is locked, and whether it is one's own alone. */
export function ViewMarks({ view }: { view: ViewRow }) {
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
