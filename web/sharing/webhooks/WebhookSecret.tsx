import { useTranslation } from '../../locales/i18n.ts'
import { SecretDialog } from '../../platform/ui/SecretDialog.tsx'

/** Of a webhook that was made, or whose secret was made anew. */
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
      done={t('webhooks.done')}
      onClose={onClose}
    />
  )
}
