import {
  maxWebhookUrlLength,
  normalizeWebhookUrl,
  type WebhookEventCategory,
  webhookEventCategories,
} from '#common/sharing/webhooks/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Checkbox } from '../../platform/ui/Checkbox.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import { Input } from '../../platform/ui/Input.tsx'

export type WebhookFormValues = { url: string } & Record<WebhookEventCategory, boolean>

interface Props {
  wish: WebhookFormValues
  onChange: (wish: WebhookFormValues) => void
  problem: string | undefined
  autoFocus?: boolean
}

/** The form fields for the URL and the events of a webhook. */
export function WebhookFields({ wish, onChange, problem, autoFocus }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('webhooks.url')} hint={t('webhooks.urlHint')} error={problem}>
        <Input
          {...(autoFocus && { autoFocus })}
          size="lg"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/hooks"
          maxLength={maxWebhookUrlLength}
          value={wish.url}
          onChange={(event) => onChange({ ...wish, url: event.target.value })}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium text-soft">{t('webhooks.what')}</legend>
        {webhookEventCategories.map((name) => (
          <Checkbox key={name} checked={wish[name]} onChange={(isOn) => onChange({ ...wish, [name]: isOn })}>
            {t(`webhooks.switches.${name}`)}
          </Checkbox>
        ))}
      </fieldset>
    </>
  )
}

export function isValidWebhookUrl(typed: string): boolean {
  return normalizeWebhookUrl(typed) !== null
}
