import { Search } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../../ui/hotkeys.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { loadable } from '../../ui/loadable.ts'
import { usePreload } from '../../ui/use-preload.ts'
import type { Find } from './use-find.ts'

const field = loadable(() => import('./FindField.tsx').then(({ FindField }) => FindField))

/** Narrows what the list shows, as one types. */
export function FindInList({ find }: { find: Find }) {
  const { t } = useTranslation()
  usePreload(field)
  const label = t('workItems.find')
  // With the field open it goes back into it.
  const open = () => {
    find.open()
    document.querySelector<HTMLInputElement>('input[data-find]')?.select()
  }
  useHotkey('/', open, { description: label, group: t('shell.keys.general') })
  if (find.isOpen) return <LazyPart part={field} props={{ find }} />
  return <IconButton data-find label={label} keys="/" icon={<Search />} onClick={open} />
}
