import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
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
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-150 flex-col gap-10 px-5 py-10">{children}</div>
      </div>
    </>
  )
}
