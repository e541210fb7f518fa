import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { connectionAtom } from '../app/sync.ts'
import { ErrorState, type ErrorStateProps } from '../ui/ErrorState.tsx'

/** Shown for content that loads automatically when the connection is back. */
export function NotLoadedError(props: ErrorStateProps) {
  const { t } = useTranslation()
  const connection = useAtomValue(connectionAtom)
  const isAway = connection === 'offline' || connection === 'reconnecting'
  const words = isAway && { title: t('shell.awayTitle'), text: t('shell.awayText') }
  return <ErrorState {...props} {...words} />
}
