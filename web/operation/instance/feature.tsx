import { Server, Sparkles } from 'lucide-react'
import { t } from '../../locales/i18n.ts'
import { isInstanceAdminAtom } from '../../platform/person/instance-admin.ts'
import type { Feature, PaletteAction } from '../../platform/shell/feature.ts'
import { lazyScreen } from '../../platform/shell/screen.ts'

/** The admin screens are outside of any workspace. The command palette and the account menu link to all screens. */
export const instanceFeature: Feature = {
  id: 'instance',
  routes: [{ path: 'release-notes', ...lazyScreen('ReleaseNotes', () => import('./ReleaseNotes.tsx')) }],
  actions: ({ get }) => [
    {
      id: 'release-notes',
      group: 'go',
      label: t('releaseNotes.title'),
      icon: <Sparkles />,
      run: '/release-notes',
    },
    ...(get(isInstanceAdminAtom) ? [openAdmin()] : []),
  ],
}

const openAdmin = (): PaletteAction => ({
  id: 'admin',
  group: 'go',
  label: t('instance.title'),
  icon: <Server />,
  run: () => location.assign('/admin'),
})
