import { useTranslation } from '../../locales/i18n.ts'
import { SecretDialog } from '../../platform/ui/SecretDialog.tsx'

/** Shows the secret of a new webhook, or a regenerated secret. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <SecretDialog
      secret={secret}
      title={t('webhooks.madeTitle')}
      text={t('webhooks.madeText')}
      label={t('webhooks.secret')}
      copy={t('webhooks.copy')}
      copied={t('webhooks.copied')}
      onClose={onClose}
    />
  )
}
