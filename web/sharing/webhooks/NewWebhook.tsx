import { type FormEvent, useState } from 'react'
import type { Webhook } from '#common/sharing/webhooks/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { createWebhook, useWebhookProblems } from './actions.ts'
import { isAddress, WebhookFields, type Wish } from './WebhookFields.tsx'
import { WebhookSecret } from './WebhookSecret.tsx'

interface Props {
  onMade: (webhook: Webhook) => void
  onClose: () => void
}

const usual: Wish = { url: '', project: true, issue: true, issue_comment: true, cycle: true, module: true }

/** First where it tells, then its secret, which is never shown again. */
export function NewWebhook({ onMade, onClose }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <WebhookSecret secret={secret} onClose={onClose} />
  return (
    <Wishes
      onClose={onClose}
      onMade={({ secret_key, ...webhook }) => {
        onMade(webhook)
        setSecret(secret_key)
      }}
    />
  )
}

interface WishesProps {
  onMade: (made: Webhook & { secret_key: string }) => void
  onClose: () => void
}

function Wishes({ onMade, onClose }: WishesProps) {
  const { t } = useTranslation()
  const words = useWebhookProblems()
  const [wish, setWish] = useState(usual)
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isAddress(wish.url)) return setProblem(t('webhooks.badUrl'))
    setSending(true)
    try {
      onMade(await createWebhook(wish))
    } catch (error) {
      setProblem(words(error))
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('webhooks.newTitle')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" type="submit" form="webhook" loading={sending}>
            {t('webhooks.make')}
          </Button>
        </>
      }
    >
      <form id="webhook" noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <WebhookFields
          autoFocus
          wish={wish}
          problem={problem}
          onChange={(next) => {
            setWish(next)
            setProblem(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
