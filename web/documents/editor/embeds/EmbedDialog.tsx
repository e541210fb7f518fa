import type { Editor } from '@tiptap/core'
import { useState, useSyncExternalStore } from 'react'
import { embedHosts, parseEmbedUrl } from '#common/documents/content/embeds.ts'
import { parseTypedHref } from '#common/documents/content/links.ts'
import { currentLanguageTag, useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { Field } from '../../../platform/ui/Field.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import type { PopoverState } from '../popover-state.ts'
import { insertEmbed } from './embeds.ts'

/** The dialog for the address of content to embed. An address of an unsupported host can be inserted as a link. */
export function EmbedDialog({ editor, opened }: { editor: Editor; opened: PopoverState<true> }) {
  const isOpen = useSyncExternalStore(opened.subscribe, opened.get)
  return isOpen && <EmbedForm editor={editor} onClose={() => opened.set(null)} />
}

function EmbedForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const hosts = new Intl.ListFormat(currentLanguageTag(), { type: 'disjunction' }).format(
    Object.values(embedHosts).map(({ name }) => name),
  )
  const close = ({ scrollIntoView } = { scrollIntoView: false }) => {
    onClose()
    editor.commands.focus(null, { scrollIntoView })
  }
  const submit = () => {
    const href = parseTypedHref(typed)
    const embed = href === null ? null : parseEmbedUrl(href)
    if (embed === null) return setRefused(href)
    const transaction = insertEmbed(editor.state, embed)
    if (transaction) editor.view.dispatch(transaction)
    // ProseMirror scrolls only while the text has the focus, which the dialog still has.
    close({ scrollIntoView: true })
  }
  const asLink = () => {
    const href = parseTypedHref(typed)
    if (href !== null)
      editor.commands.insertContent({
        type: 'text',
        text: href,
        marks: [{ type: 'link', attrs: { href } }],
      })
    close()
  }
  const isRefused = refused !== null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('editor.embed.name')}
      size="sm"
      onSubmit={submit}
      footer={
        <>
          {isRefused && <Button onClick={asLink}>{t('editor.embed.asLink')}</Button>}
          <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
            {t('editor.embed.add')}
          </Button>
        </>
      }
    >
      <Field
        label={t('editor.embed.address')}
        hint={t('editor.embed.hint', { hosts })}
        error={isRefused ? t('editor.embed.refused', { hosts }) : undefined}
      >
        <Input
          autoFocus
          inputMode="url"
          placeholder="https://"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefused(null)
          }}
        />
      </Field>
    </Dialog>
  )
}
