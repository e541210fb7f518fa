import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { StoredDocument } from '../../documents/editor/StoredDocument.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { waitingAtom } from '../../platform/app/sync.ts'
import { LazyPart } from '../../platform/ui/LazyPart.tsx'
import { loadable } from '../../platform/ui/loadable.ts'
import { SaveStatus } from '../../platform/ui/SaveStatus.tsx'
import { isWriting, save, statusAtom, write } from './writings.ts'

const editor = loadable(async () => (await import('../../documents/editor/NoteEditor.tsx')).NoteEditor)

/** Fetches the editor before anybody writes. */
export const preloadNoteEditor = editor.preload

/** The text of a sticky as it is written. What another screen has written since is shown, unless one is writing here. */
export function StickyEditor({ sticky }: { sticky: StickyRow }) {
  const { t } = useTranslation()
  const { id, description_html, text_version } = sticky
  const latest = useRef(sticky)
  latest.current = sticky
  const [shown, setShown] = useState({ html: description_html, version: text_version })
  // What is saved from here has its number while it is still being written.
  const isOthers = text_version !== shown.version && !isWriting(id)
  useEffect(() => {
    if (isOthers) setShown({ html: description_html, version: text_version })
  }, [isOthers, description_html, text_version])
  useEffect(() => () => void save(id), [id])
  return (
    <LazyPart
      key={shown.version}
      part={editor}
      fallback={<StoredDocument html={shown.html} isBusy />}
      props={{
        html: shown.html,
        label: t('stickies.text'),
        placeholder: t('stickies.placeholder'),
        onChange: (html) => write(latest.current, html),
      }}
    />
  )
}

/** Where what was written is, in words; nothing where nothing was. */
export function StickyStatus({ id }: { id: string }) {
  const { t } = useTranslation()
  const status = useAtomValue(statusAtom(id))
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
