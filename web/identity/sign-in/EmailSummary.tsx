import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'

/** Email address from the previous step. It stays in the form, so that password managers store the password for it. */
export function EmailSummary({ email, onChange }: { email: string; onChange: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-2 rounded-md border border-line py-1 pe-1 ps-2.5">
      <input
        type="email"
        name="email"
        autoComplete="username"
        aria-label={t('auth.email')}
        value={email}
        readOnly
        tabIndex={-1}
        className="min-w-0 flex-1 truncate bg-transparent text-soft outline-none"
      />
      <Button variant="ghost" onClick={onChange}>
        {t('auth.change')}
      </Button>
    </div>
  )
}
