import { useAtomValue } from 'jotai'
import { useTranslation } from '../../../locales/i18n.ts'
import { placeAtom } from '../../work-items/create.ts'

/** Returns the label of the button that adds an item (or an epic). */
export function useAddWords(): string {
  const { t } = useTranslation()
  return t(useAtomValue(placeAtom)?.gives?.is_epic ? 'epics.add' : 'workItems.addItem')
}
