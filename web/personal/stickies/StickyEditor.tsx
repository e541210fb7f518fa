import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { StoredDocument } from '../../documents/editor/StoredDocument.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { waitingAtom } from '../../platform/app/sync.ts'
import { LazyComponent } from '../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { SaveStatus } from '../../platform/ui/SaveStatus.tsx'
import { autosaveStatusAtom, editSticky, hasPendingEdit, savePendingStickyEdit } from './autosave.ts'

const editor = loadable(
  async () => (await import('../../documents/editor/StickyTextEditor.tsx')).StickyTextEditor,
)

/** Loads the editor in advance. */
export const preloadStickyEditor = editor.preload

/**
 * The editor of a sticky. Changes from other tabs and devices are shown unless this editor has unsaved
 * changes.
 */
export function StickyEditor({ sticky }: { sticky: StickyRow }) {
  const { t } = useTranslation()
  const { id, description_html, text_version } = sticky
  const latest = useRef(sticky)
  latest.current = sticky
  const [shown, setShown] = useState({ html: description_html, version: text_version })
  // While there are pending edits, a new version results from saving them and not from a change in another
  // tab or on another device.
  const isOthers = text_version !== shown.version && !hasPendingEdit(id)
  useEffect(() => {
    if (isOthers) setShown({ html: description_html, version: text_version })
  }, [isOthers, description_html, text_version])
  useEffect(() => () => void savePendingStickyEdit(id), [id])
  return (
    <LazyComponent
      key={shown.version}
      part={editor}
      fallback={<StoredDocument html={shown.html} isBusy />}
      props={{
        html: shown.html,
        label: t('stickies.text'),
        placeholder: t('stickies.placeholder'),
        onChange: (html) => editSticky(latest.current, html),
      }}
    />
  )
}

/** Shows the save status of a sticky. Shows nothing if the sticky has no changes. */
export function StickySaveStatus({ id }: { id: string }) {
  const { t } = useTranslation()
  const status = useAtomValue(autosaveStatusAtom(id))
  const isWaiting = useAtomValue(waitingAtom) > 0
  if (status === null) return null
  if (status === 'written')
    return (
      <span role="status" className="truncate text-sm text-faint">
        {t('stickies.notSaved')}
      </span>
    )
  return <SaveStatus state={status === 'saving' && isWaiting ? 'offline' : status} />
}
