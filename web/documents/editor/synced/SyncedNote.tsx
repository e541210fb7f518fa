import { Link } from 'react-router'
import { useTranslation } from '../../../locales/i18n.ts'
import type { SyncedSource } from '../../../platform/shell/feature.ts'
import { LiveBlockNote } from '../live-blocks/LiveBlockNote.tsx'

interface SyncedNoteProps {
  state: 'deleted' | 'trashed' | 'hidden' | 'nested' | 'membersOnly'
  /** The page that contained the original, which the note links to. */
  source?: SyncedSource
}

/** Explains why the content of a synced block is not shown, and what the reader can do. */
export function SyncedNote({ state, source }: SyncedNoteProps) {
  const { t } = useTranslation()
  const name = source?.page.name || t('pages.untitled')
  return (
    <LiveBlockNote>
      {t(`editor.synced.${state}`, { name })}
      {source && (
        <>
          {' '}
          <Link to={source.path} className="coarse:inline-flex coarse:min-h-touch coarse:items-center">
            {t(state === 'trashed' ? 'editor.synced.openTrash' : 'editor.synced.openPage')}
          </Link>
        </>
      )}
    </LiveBlockNote>
  )
}
