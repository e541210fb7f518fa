import { Search } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { bufferKeysUntilFocus } from '../../../platform/ui/buffer-keys-until-focus.ts'
import { useHotkey } from '../../../platform/ui/hotkeys.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { FindField } from './FindField.tsx'
import type { FindInListState } from './use-find.ts'

/**
 * Filters the list while the user types. `bufferKeysUntilFocus` stores the keys that are typed before the
 * field is rendered, and inserts them afterwards.
 */
export function FindInList({ find }: { find: FindInListState }) {
  const { t } = useTranslation()
  const label = t('workItems.find')
  // Opens the search field. A field that is already open gets the focus again.
  const open = () => {
    if (!find.isOpen) bufferKeysUntilFocus()
    find.open()
    document.querySelector<HTMLInputElement>('input[data-find]')?.select()
  }
  useHotkey('/', open, { description: label, group: t('shell.keys.general') })
  if (find.isOpen) return <FindField find={find} />
  return <IconButton data-find label={label} keys="/" icon={<Search />} onClick={open} />
}
