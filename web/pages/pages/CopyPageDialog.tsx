import { useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { RadioGroup } from '../../platform/ui/RadioGroup.tsx'

interface Props {
  name: string
  /** The number of descendants of the page. */
  count: number
  onCopy: (withSubPages: boolean) => void
  onClose: () => void
}

/** Lets the user choose whether the sub-pages of a page are copied too. */
export function CopyPageDialog({ name, count, onCopy, onClose }: Props) {
  const { t } = useTranslation()
  const [scope, setScope] = useState<'tree' | 'page'>('tree')
  return (
    <FormDialog
      title={t('pages.duplicateTitle', { name })}
      size="sm"
      onSubmit={() => onCopy(scope === 'tree')}
      submit={t('pages.duplicate')}
      cancelVariant="ghost"
      onClose={onClose}
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
    </FormDialog>
  )
}
