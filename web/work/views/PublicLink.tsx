import { Copy, ExternalLink } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'

/** The link of a published view, project or page (`path`), with buttons to copy and open it. */
export function PublicLink({ path }: { path: string }) {
  const { t } = useTranslation()
  const link = location.origin + path
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label={t('publish.link')} className="flex-1 basis-full sm:min-w-60 sm:basis-0">
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
