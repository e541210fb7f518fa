import { useAtomValue } from 'jotai'
import { MoveHorizontal, SlidersHorizontal, Type } from 'lucide-react'
import type { PageRow } from '#common/pages/pages/schema.ts'
import { type PageStyle, pageFonts, parsePageStyle } from '#common/pages/pages/style.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuGroup } from '../../platform/ui/MenuGroup.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { MenuSub } from '../../platform/ui/MenuSub.tsx'
import { setPageStyle } from './actions.ts'
import { pageRightsAtom } from './atoms.ts'

/** Menu for the width, font and text size of a page. These settings apply to all readers of the page. */
export function PageStyleMenu({ page }: { page: PageRow }) {
  const { t } = useTranslation()
  const rights = useAtomValue(pageRightsAtom(page.id))
  const style = parsePageStyle(page.view_props)
  const set = (change: Partial<PageStyle>) => void setPageStyle(page, { ...style, ...change })
  if (!rights.rename) return null
  return (
    <MenuSub icon={<SlidersHorizontal />} label={t('pages.style.label')}>
      <MenuCheckbox
        icon={<MoveHorizontal />}
        checked={style.full_width}
        onChange={(full_width) => set({ full_width })}
      >
        {t('pages.style.fullWidth')}
      </MenuCheckbox>
      <MenuCheckbox icon={<Type />} checked={style.small_text} onChange={(small_text) => set({ small_text })}>
        {t('pages.style.smallText')}
      </MenuCheckbox>
      <MenuGroup label={t('pages.style.font')}>
        <MenuRadio
          value={style.font}
          onChange={(font) => set({ font })}
          options={pageFonts.map((value) => ({ value, label: t(`pages.style.fonts.${value}`) }))}
        />
      </MenuGroup>
    </MenuSub>
  )
}
