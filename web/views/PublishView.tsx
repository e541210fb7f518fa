import { useAtomValue } from 'jotai'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { ViewRow } from '#common/views/schema.ts'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { copyText } from '../ui/copy-text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { publishView, unpublishView } from './actions.ts'
import { viewRightsAtom } from './atoms.ts'

interface PublishViewProps {
  view: ViewRow
  onClose: () => void
}

/** Whether strangers read what a view shows, and under which address. */
export function PublishView({ view, onClose }: PublishViewProps) {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const rights = useAtomValue(viewRightsAtom(view.id))
  const act = async (doing: Promise<void>) => {
    setSending(true)
    await doing
    setSending(false)
  }
  const isOn = view.anchor !== null
  const stop = (
    <Button
      variant="danger-line"
      loading={sending}
      disabled={!rights.delete}
      onClick={() => void act(unpublishView(view))}
    >
      {t('publish.stop')}
    </Button>
  )
  const begin = (
    <Button
      variant="primary"
      loading={sending}
      disabled={!rights.publish}
      onClick={() => void act(publishView(view))}
    >
      {t('views.publish')}
    </Button>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('views.publishTitle', { name: view.name })}
      footer={isOn ? stop : begin}
    >
      <div className="flex flex-col gap-4">
        <p className="text-pretty text-soft">{t(isOn ? 'views.publishedText' : 'views.publishText')}</p>
        <p className="text-pretty text-soft">
          {t(view.project_id === null ? 'views.publishWhoseAll' : 'views.publishWhose')}
        </p>
        {isOn && <Address link={`${location.origin}/spaces/issues/${view.anchor}`} />}
      </div>
    </Dialog>
  )
}

function Address({ link }: { link: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t('publish.link')} className="min-w-full">
        <Input readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
      <Button icon={<Copy />} onClick={() => void copyText(link, t('publish.copied'))}>
        {t('publish.copy')}
      </Button>
      <a href={link} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'line' })}>
        <ExternalLink aria-hidden />
        {t('publish.open')}
      </a>
    </div>
  )
}
