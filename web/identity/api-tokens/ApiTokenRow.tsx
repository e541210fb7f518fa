import { KeyRound, Trash2 } from 'lucide-react'
import type { ApiToken } from '#common/identity/api-tokens/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'

interface ApiTokenRowProps {
  token: ApiToken
  /** The workspace of the token. Is omitted for a token of a service account, which has only one workspace. */
  place?: string
  onEnd: () => void
}

/** An API token in a list, with a button to delete it. */
export function ApiTokenRow({ token, place, onEnd }: ApiTokenRowProps) {
  const { t, i18n } = useTranslation()
  const { label, description, expired_at, last_used, is_active } = token
  const isOver = !is_active || (expired_at !== null && Date.parse(expired_at) <= Date.now())
  const ends = () => {
    if (isOver) return t('apiTokens.over')
    if (expired_at === null) return t('apiTokens.neverEnds')
    return t('apiTokens.endsOn', { day: formatShortDate(expired_at.slice(0, 10), i18n.language) })
  }
  const facts = [
    t(`apiTokens.scopes.${token.scope}`),
    ...(place === undefined ? [] : [place]),
    ends(),
    last_used === null
      ? t('apiTokens.neverUsed')
      : t('apiTokens.lastUsed', { ago: timeAgo(last_used, i18n.language) }),
  ]
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <KeyRound className="mt-0.5 size-4 shrink-0 text-icon-faint" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline gap-2">
          <span className={isOver ? 'truncate font-medium text-soft' : 'truncate font-medium'}>{label}</span>
          <code className="shrink-0 text-faint text-sm">…{token.ending}</code>
        </p>
        {description !== '' && <p className="text-pretty wrap-anywhere text-soft">{description}</p>}
        <p className="text-soft text-sm">{facts.join(' · ')}</p>
      </div>
      <IconButton label={t('apiTokens.deleteOf', { name: label })} icon={<Trash2 />} onClick={onEnd} />
    </li>
  )
}
