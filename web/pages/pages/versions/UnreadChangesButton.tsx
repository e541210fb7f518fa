import { useAtomValue } from 'jotai'
import { FileDiff } from 'lucide-react'
import { useState } from 'react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { meAtom } from '../../../platform/person/session.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { usePreviousViewTime } from '../../../work/comments/use-previous-view-time.ts'
import { openPageHistory } from '../history-dialog.ts'
import { pageVersionsAtom } from './atoms.ts'
import { hasUnreadChanges } from './unread-changes.ts'

/** Shows that other people changed the page since the last visit, and opens the changes. */
export function UnreadChangesButton({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const me = useAtomValue(meAtom)
  const versions = useAtomValue(pageVersionsAtom(page.id))
  const since = usePreviousViewTime(page.id)
  const [until] = useState(() => new Date().toISOString())
  const [isSeen, setSeen] = useState(false)
  if (since === null || isSeen || !hasUnreadChanges(versions, { since, until, myId: me?.id })) return null
  return (
    <Button
      size="sm"
      icon={<FileDiff />}
      onClick={() => {
        setSeen(true)
        openPageHistory(page.id, since)
      }}
    >
      <span className="max-sm:sr-only">{t('pages.unread')}</span>
    </Button>
  )
}
