import { Server } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { isInstanceAdminAtom } from '../../platform/person/instance-admin.ts'
import type { Feature } from '../../platform/shell/feature.ts'

/** The screens are outside of any workspace. The command palette and the account menu link to them. */
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
