import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { SettingsPage } from '../ui/SettingsPage.tsx'
import { accountTabs } from './account-tabs.ts'
import { TabLinks } from './TabLinks.tsx'
import { TopBar } from './TopBar.tsx'
import { workspaceAtom } from './workspace.ts'

/** Frame of the account settings screens. */
export function AccountScreen({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { slug } = useAtomValue(workspaceAtom)
  return (
    <>
      <TopBar
        title={t('account.title')}
        crumbs={<Breadcrumbs crumbs={[{ key: 'account', label: t('account.title') }]} />}
      />
      <TabLinks
        label={t('account.title')}
        tabs={accountTabs.map(({ path, label }) => ({
          to: `/${slug}/settings/profile/${path}`,
          label: label(),
        }))}
      />
      <SettingsPage>{children}</SettingsPage>
    </>
  )
}
