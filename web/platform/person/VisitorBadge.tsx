import { useAtomValue } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { Badge } from '../ui/Badge.tsx'
import { isVisitorAtom } from './people.ts'

/** Marks a person who is only a visitor of a public board. Renders nothing for members. */
export function VisitorBadge({ id }: { id: string | null }) {
  const { t } = useTranslation()
  return useAtomValue(isVisitorAtom(id ?? '')) && <Badge>{t('shell.publicBoard')}</Badge>
}
