import { Server } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { isInstanceAdminAtom } from '../../platform/person/instance-admin.ts'
import type { Feature } from '../../platform/shell/feature.ts'

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
