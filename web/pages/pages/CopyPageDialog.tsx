import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'

interface Props {
  name: string
  /** Pages below it, at any depth, that are copied on request. */
  count: number
  onCopy: (withSubPages: boolean) => void
  onClose: () => void
}

/** Asks whether the sub-pages of a page are copied too. */
export function CopyPageDialog({ name, count, onCopy, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('pages.duplicateTitle', { name })}
      size="sm"
      onSubmit={() => onCopy(true)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button onClick={() => onCopy(false)}>{t('pages.duplicateAlone')}</Button>
          <Button type="submit" variant="primary">
            {t('pages.duplicateWithSubPages')}
          </Button>
        </>
      }
    >
      <p className="text-pretty">{t('pages.duplicateText', { count })}</p>
    </Dialog>
  )
}
