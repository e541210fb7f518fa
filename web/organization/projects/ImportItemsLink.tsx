import { FileUp } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { buttonClass } from '../../platform/ui/button-class.ts'

interface ImportItemsLinkProps {
  /** The project that the screen of imports suggests, or null to let the user choose. */
  projectId: string | null
  variant?: 'line' | 'ghost'
  onNavigate?: () => void
}

/** A link to the screen on which users import work items from other programs. */
export function ImportItemsLink({ projectId, variant = 'line', onNavigate }: ImportItemsLinkProps) {
  const { t } = useTranslation()
  const search = projectId === null ? '' : `?project=${projectId}`
  return (
    <Link
      to={`/${currentSlug()}/settings/imports${search}`}
      className={buttonClass({ variant })}
      onClick={onNavigate}
    >
      <FileUp aria-hidden />
      {t('itemImports.open')}
    </Link>
  )
}
