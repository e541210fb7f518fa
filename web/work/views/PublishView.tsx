import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { ViewRow } from '#common/work/views/schema.ts'
import { shownLanguage, useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { publishView, unpublishView } from './actions.ts'
import { shownProjectsAtom, viewRightsAtom } from './atoms.ts'
import { PublicAddress } from './PublicAddress.tsx'

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
        <ShownProjects viewId={view.id} />
        {view.anchor !== null && <PublicAddress anchor={view.anchor} />}
      </div>
    </Dialog>
  )
}

/** Without a filter by project a view shows more than its owner may think of. */
function ShownProjects({ viewId }: { viewId: string }) {
  const { t } = useTranslation()
  const shown = useAtomValue(shownProjectsAtom(viewId))
  if (shown === null || shown.count === 0) return null
  const names = new Intl.ListFormat(shownLanguage()).format(shown.secret)
  return (
    <p role="note" className="text-pretty text-warn">
      {t('views.publishCount', { count: shown.count })}{' '}
      {names !== '' && t('views.publishSecret', { count: shown.secret.length, names })}
    </p>
  )
}
