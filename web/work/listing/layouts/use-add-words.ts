import { useAtomValue } from 'jotai'
import { useTranslation } from '../../../locales/i18n.ts'
import { placeAtom } from '../../work-items/create.ts'

/** What the button says that makes one more of what the place lists. */
export function useAddWords(): string {
  const { t } = useTranslation()
  return t(useAtomValue(placeAtom)?.gives?.is_epic ? 'epics.add' : 'workItems.addItem')
}
