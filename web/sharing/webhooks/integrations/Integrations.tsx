import { useAtomValue } from 'jotai'
import { ArrowUpRight, Code2, FileDown, Globe, KeyRound, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasRoleAtLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { WorkspaceSettingsScreen } from '../../../organization/workspaces/WorkspaceSettingsScreen.tsx'
import { workspaceRoleAtom } from '../../../platform/person/roles.ts'
import { workspaceAtom } from '../../../platform/shell/workspace.ts'
import { buttonClass } from '../../../platform/ui/button-class.ts'
import { SettingsSection } from '../../../platform/ui/SettingsSection.tsx'

/** Screen `/{slug}/settings/integrations` with all ways to connect other programs, for members. */
export function Integrations() {
  return (
    <WorkspaceSettingsScreen forMembers>
      <Ways />
    </WorkspaceSettingsScreen>
  )
}

function Ways() {
  const { t } = useTranslation()
  const { slug } = useAtomValue(workspaceAtom)
  const isAdmin = hasRoleAtLeast(useAtomValue(workspaceRoleAtom), role.admin)
  return (
    <SettingsSection title={t('integrations.title')} text={t('integrations.text')}>
      <ul className="flex flex-col" aria-label={t('integrations.title')}>
        <Way
          icon={<Webhook />}
          title={t('webhooks.title')}
          text={t('integrations.webhooks')}
          {...(isAdmin
            ? { to: `/${slug}/settings/webhooks`, action: t('integrations.set') }
            : { note: t('integrations.byAdmins') })}
        />
        <Way
          icon={<KeyRound />}
          title={t('apiTokens.title')}
          text={t('integrations.tokens')}
          to={`/${slug}/settings/profile/api-tokens`}
          action={t('integrations.set')}
        />
        <Way
          icon={<Code2 />}
          title={t('integrations.apiTitle')}
          text={t('integrations.api')}
          href="/api/docs"
          action={t('integrations.read')}
        />
        <Way
          icon={<Globe />}
          title={t('integrations.publishTitle')}
          text={t('integrations.publish')}
          to={`/${slug}/projects`}
          action={t('integrations.projects')}
        />
        <Way
          icon={<FileDown />}
          title={t('exports.title')}
          text={t('integrations.exports')}
          to={`/${slug}/settings/exports`}
          action={t('exports.open')}
        />
      </ul>
    </SettingsSection>
  )
}

interface WayProps {
  icon: ReactNode
  title: string
  text: string
  /** The path of a page in the client. */
  to?: string
  /** The path of a page that the server renders. */
  href?: string
  action?: string
  /** A text that is shown instead of a link. */
  note?: string
}

function Way({ icon, title, text, to, href, action, note }: WayProps) {
  const look = buttonClass({ variant: 'line' })
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-4 last:border-0">
      <span aria-hidden className="mt-0.5 text-soft [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">{title}</h3>
        <p className="text-pretty text-soft">{text}</p>
        {note && <p className="mt-1 text-sm text-faint">{note}</p>}
      </div>
      {to && (
        <Link to={to} className={look} aria-label={`${title}: ${action}`}>
          {action}
        </Link>
      )}
      {href && (
        <a href={href} target="_blank" rel="noreferrer" className={look} aria-label={`${title}: ${action}`}>
          {action}
          <ArrowUpRight aria-hidden />
        </a>
      )}
    </li>
  )
}
