import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { EmptyState } from '../ui/EmptyState.tsx'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <div className="grid min-h-[60dvh] flex-1 place-items-center p-4">
      <h1 className="sr-only">{t('shell.notFoundTitle')}</h1>
      <EmptyState
        icon={<Compass />}
        title={t('shell.notFoundTitle')}
        text={t('shell.notFoundText')}
        action={
          <Link to="/" className="font-medium text-accent-text underline-offset-4 hover:underline">
            {t('shell.toStart')}
          </Link>
        }
      />
    </div>
  )
}
