import { useState } from 'react'
import type { Webhook } from '#common/sharing/webhooks/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { FormDialog } from '../../platform/ui/FormDialog.tsx'
import { useForm } from '../../platform/ui/use-form.ts'
import { createWebhook, useWebhookErrorMessage } from './actions.ts'
import { isValidWebhookUrl, WebhookFields, type WebhookFormValues } from './WebhookFields.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'

interface Props {
  onCreated: (webhook: Webhook) => void
  onClose: () => void
}

const usual: WebhookFormValues = {
  url: '',
  project: true,
  issue: true,
  issue_comment: true,
  cycle: true,
  module: true,
}

/** Shows the form for a new webhook, and then its secret, which is never shown again. */
export function NewWebhook({ onCreated, onClose }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <WebhookSecret secret={secret} onClose={onClose} />
  return (
    <Wishes
      onClose={onClose}
      onCreated={({ secret_key, ...webhook }) => {
        onCreated(webhook)
        setSecret(secret_key)
      }}
    />
  )
}

interface WishesProps {
  onCreated: (webhook: Webhook & { secret_key: string }) => void
  onClose: () => void
}

function Wishes({ onCreated, onClose }: WishesProps) {
  const { t } = useTranslation()
  const words = useWebhookErrorMessage()
  const form = useForm({
    saved: usual,
    send: async (wish) => {
      if (!isValidWebhookUrl(wish.url)) return { url: t('webhooks.badUrl') }
      onCreated(await createWebhook(wish))
    },
    explain: (error) => ({ url: words(error) }),
  })

  return (
    <FormDialog
      title={t('webhooks.newTitle')}
      size="sm"
      submit={t('webhooks.make')}
      onSubmit={form.submit}
      loading={form.sending}
      onClose={onClose}
    >
      <WebhookFields autoFocus wish={form.values} problem={form.problem('url')} onChange={form.set} />
    </FormDialog>
  )
}
