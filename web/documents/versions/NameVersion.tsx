import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { maxVersionNameLength } from '#common/documents/versions/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { formatFullDateTime, type ListedVersion } from './format-full-date-time.ts'

interface NameVersionProps {
  version: ListedVersion
  onName: (version: ListedVersion, name: string | null) => void
}

/** The button that opens the dialog for the name of a version. */
export function NameVersion({ version, onName }: NameVersionProps) {
  const { t } = useTranslation()
  // The version whose name the user is editing. It stays the same when a newer version becomes the selected one.
  const [named, setNamed] = useState<ListedVersion | null>(null)
  const hasName = (version.name ?? null) !== null
  return (
    <>
      <Button variant="ghost" className="me-auto -ms-2" icon={<Bookmark />} onClick={() => setNamed(version)}>
        {t(hasName ? 'versions.rename' : 'versions.name')}
      </Button>
      {named && <NameForm version={named} onName={onName} onClose={() => setNamed(null)} />}
    </>
  )
}

function NameForm({ version, onName, onClose }: NameVersionProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const before = version.name ?? null
  const [name, setName] = useState(before ?? '')
  const save = (next: string | null) => {
    if (next !== before) onName(version, next)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(before === null ? 'versions.name' : 'versions.rename')}
      description={formatFullDateTime(version.last_saved_at)}
      size="sm"
      onSubmit={() => save(name.trim())}
      footer={
        <>
          {before !== null && (
            <Button className="me-auto" onClick={() => save(null)}>
              {t('versions.removeName')}
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={name.trim() === ''}>
            {t('comments.save')}
          </Button>
        </>
      }
    >
      <Field label={t('versions.nameLabel')} hint={t('versions.nameHint')}>
        <Input
          autoFocus
          maxLength={maxVersionNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
