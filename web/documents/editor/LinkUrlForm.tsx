import type { Editor } from '@tiptap/core'
import { Check, ExternalLink, Unlink } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isSafeHref, parseTypedHref } from '#common/documents/content/links.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { findLinkAtCaret } from './link-at-caret.ts'

/** A form to set, open or remove the link of the selected text. The form is shown instead of the toolbar. */
export function LinkUrlForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation()
  const { state } = editor
  const current: unknown = state.selection.empty
    ? findLinkAtCaret(state)?.href
    : editor.getAttributes('link').href
  const [typed, setTyped] = useState(typeof current === 'string' ? current : '')
  const [isInvalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const set = (event: FormEvent) => {
    event.preventDefault()
    const href = parseTypedHref(typed)
    if (typed.trim() === '') removeLink(editor)
    else if (href) editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
    else return setInvalid(true)
    onDone()
  }
  return (
    <form onSubmit={set} className="flex items-center gap-0.5" noValidate>
      <Input
        ref={input}
        size="sm"
        className="w-64"
        aria-label={t('editor.linkAddress')}
        title={isInvalid ? t('editor.linkInvalid') : undefined}
        placeholder="https://"
        inputMode="url"
        value={typed}
        invalid={isInvalid}
        onChange={(event) => {
          setTyped(event.target.value)
          setInvalid(false)
        }}
      />
      {isInvalid && (
        <span role="alert" className="sr-only">
          {t('editor.linkInvalid')}
        </span>
      )}
      <IconButton size="sm" type="submit" label={t('editor.linkSet')} icon={<Check />} />
      {isSafeHref(current) && (
        <>
          <IconButton
            size="sm"
            label={t('editor.linkOpen')}
            icon={<ExternalLink />}
            onClick={() => window.open(current, '_blank', 'noopener,noreferrer')}
          />
          <IconButton
            size="sm"
            label={t('editor.linkRemove')}
            icon={<Unlink />}
            onClick={() => {
              removeLink(editor)
              onDone()
            }}
          />
        </>
      )}
    </form>
  )
}

/** Removes the link at the caret, or the links that touch the selection. */
export function removeLink(editor: Editor): void {
  editor.chain().focus().extendMarkRange('link').unsetLink().run()
}
