import { useAtomValue } from 'jotai'
import { Bell, BellOff, BellRing } from 'lucide-react'
import type { WatchScope } from '#common/pages/pages/watches.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { useWatchScope, type WatchedPageProps } from './use-watch-scope.ts'
import { watchPage } from './watch-page.ts'

/** The menu items that set which edits of a page the user is notified of. */
export function WatchPageOptions(props: WatchedPageProps) {
  const { t } = useTranslation()
  const { scope, above } = useWatchScope(props)
  const pageAbove = useAtomValue(tables.pages.rowAtom(above ?? ''))
  return (
    <>
      <MenuRadio<WatchScope>
        value={scope}
        onChange={(value) => void watchPage(props.page, value)}
        options={[
          { value: 'page', label: t('pages.watch.page'), icon: <Bell /> },
          { value: 'tree', label: t('pages.watch.tree'), icon: <BellRing /> },
          { value: 'off', label: t('pages.watch.off'), icon: <BellOff /> },
        ]}
      />
      {above !== null && (
        <p className="max-w-60 px-2 py-1.5 text-faint text-sm">
          {t('pages.watch.above', { name: pageAbove?.name || t('pages.untitled') })}
        </p>
      )}
    </>
  )
}
