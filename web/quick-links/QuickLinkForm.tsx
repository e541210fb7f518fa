import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { normalUrl, quickLinkTitleLength, quickLinkUrlLength } from '#common/quick-links/rules.ts'
import type { QuickLinkRow } from '#common/quick-links/schema.ts'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { quickLinksAtom } from './atoms.ts'

type Named = Pick<QuickLinkRow, 'title' | 'url'>

interface QuickLinkFormProps {
  title: string
  submit: string
  beginsAs: Named & { id?: string }
  /** What it is called is null without a title; the address is whole. Not called where nothing has changed. */
  onSubmit: (named: Named) => void
  onClose: () => void
}

/** Asks for an address, and what it shall be called. */
export function QuickLinkForm({ title, submit, beginsAs, onSubmit, onClose }: QuickLinkFormProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const links = useAtomValue(quickLinksAtom)
  const [typed, setTyped] = useState(beginsAs.url)
  const [name, setName] = useState(beginsAs.title ?? '')
  const [tried, setTried] = useState(false)
  const url = normalUrl(typed)
  const isTaken = links.some((link) => link.url === url && link.id !== beginsAs.id)
  const problem = typed.trim() === '' ? 'missing' : url === null ? 'notAnAddress' : isTaken ? 'taken' : null

  function send() {
    setTried(true)
    if (problem !== null || url === null) return field.current?.focus()
    const named = { title: name.trim() || null, url }
    // It is shown at once; a refusal says so and puts it back.
    if (named.title !== beginsAs.title || url !== beginsAs.url) onSubmit(named)
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      initialFocus={field}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label={t('quickLinks.address')}
          error={tried && problem !== null && t(`quickLinks.problems.${problem}`)}
        >
          <Input
            ref={field}
            size="lg"
            inputMode="url"
            autoComplete="off"
            maxLength={quickLinkUrlLength}
            placeholder="https://"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label={t('quickLinks.name')} optional>
          <Input
            size="lg"
            autoComplete="off"
            maxLength={quickLinkTitleLength}
            placeholder={t('quickLinks.namePlaceholder')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}
