import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { ViewRow } from '#common/work/views/schema.ts'
import { currentLanguageTag, useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { publishView, unpublishView } from './actions.ts'
import { publishedProjectsAtom, viewRightsAtom } from './atoms.ts'
import { PublicLink } from './PublicLink.tsx'
import { PublishWarning } from './PublishWarning.tsx'

interface PublishViewProps {
  view: ViewRow
  onClose: () => void
}

/** Dialog that publishes a view under a public URL, or ends the publication. */
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
        <p className="text-pretty">{t(isOn ? 'views.publishedText' : 'views.publishText')}</p>
        {view.anchor !== null && <PublicLink path={`/spaces/issues/${view.anchor}`} />}
        <ShownProjects view={view} />
        <p className="text-pretty text-soft">{t('publish.strangersSee')}</p>
        <p className="text-pretty text-soft">
          {t(view.project_id === null ? 'views.publishWhoseAll' : 'views.publishWhose')}
        </p>
      </div>
    </Dialog>
  )
}

/** Warns the owner that the view can show more than expected: every project that passes its filters, including secret projects. */
function ShownProjects({ view }: { view: ViewRow }) {
  const { t } = useTranslation()
  const shown = useAtomValue(publishedProjectsAtom(view.id))
  if (shown === null) return null
  const { count, secret } = shown
  const names = new Intl.ListFormat(currentLanguageTag()).format(secret)
  return (
    <>
      {view.project_id === null && (
        <p className="text-pretty">
          {count === 0 ? t('views.publishNone') : t('views.publishCount', { count })}
        </p>
      )}
      {secret.length > 0 && (
        <PublishWarning>{t('views.publishSecret', { count: secret.length, names })}</PublishWarning>
      )}
    </>
  )
}
