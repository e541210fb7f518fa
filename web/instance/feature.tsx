import { Server } from 'lucide-react'
import { t } from '../locales/i18n.ts'
import type { Feature } from '../shell/feature.ts'
import { isInstanceAdminAtom } from '../users/instance-admin.ts'

/** Its screens stand outside of every workspace; from within one the palette and the account's menu lead there. */
export const instance: Feature = {
  id: 'instance',
  actions: ({ get }) =>
    get(isInstanceAdminAtom)
      ? [
          {
            id: 'god-mode',
            group: 'go',
            label: t('instance.title'),
            icon: <Server />,
            run: () => location.assign('/god-mode'),
          },
        ]
      : [],
}
