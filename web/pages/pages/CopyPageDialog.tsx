import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'

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
  const [scope, setScope] = useState<'tree' | 'page'>('tree')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('pages.duplicateTitle', { name })}
      size="sm"
      onSubmit={() => onCopy(scope === 'tree')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary">
            {t('pages.duplicate')}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t('pages.duplicateWhat')}
        value={scope}
        onChange={setScope}
        options={[
          { value: 'tree', label: t('pages.duplicateWithSubPages', { count }) },
          { value: 'page', label: t('pages.duplicateAlone') },
        ]}
      />
    </Dialog>
  )
}
