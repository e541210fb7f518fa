import { useAtomValue } from 'jotai'
import { useTranslation } from '../../../locales/i18n.ts'
import { createDefaultsAtom } from '../../work-items/create.ts'

/** Returns the label of the button that adds an item (or an epic). */
export function useAddItemButtonLabel(): string {
  const { t } = useTranslation()
  return t(useAtomValue(createDefaultsAtom)?.listing.context.createsEpics ? 'epics.add' : 'workItems.addItem')
}
