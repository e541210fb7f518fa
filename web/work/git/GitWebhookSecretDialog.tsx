import { Copy } from 'lucide-react'
import type { GitConnection } from '#common/work/git/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { Field } from '../../platform/ui/Field.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { SecretDialog } from '../../platform/ui/SecretDialog.tsx'

interface GitWebhookSecretDialogProps {
  connection: GitConnection
  secret: string
  onClose: () => void
}

/** Shows the new secret of a webhook together with its URL, because Git hosts such as GitHub require both. */
export function GitWebhookSecretDialog({ connection, secret, onClose }: GitWebhookSecretDialogProps) {
  const { t } = useTranslation()
  return (
    <SecretDialog
      secret={secret}
      title={t('git.secretTitle')}
      text={t(connection.has_token ? 'git.secretOrInstall' : 'git.secretText', {
        forge: t(`git.providers.${connection.provider}`),
      })}
      label={t('git.secret')}
      copy={t('git.copySecret')}
      copied={t('git.secretCopied')}
      onClose={onClose}
    >
      <WebhookUrl url={connection.webhook_url} />
      <p className="text-sm text-pretty text-soft">
        {t(`git.setUp.${connection.provider}`)} {t('git.syncEvents')}
      </p>
    </SecretDialog>
  )
}

export function WebhookUrl({ url }: { url: string }) {
  const { t } = useTranslation()
  return (
    <Field label={t('git.webhookUrl')}>
      <Input
        readOnly
        dir="ltr"
        value={url}
        className="font-mono"
        onFocus={(event) => event.target.select()}
        end={
          <IconButton
            size="sm"
            label={t('git.copyUrl')}
            icon={<Copy />}
            onClick={() => void copyText(url, t('git.urlCopied'))}
          />
        }
      />
    </Field>
  )
}
