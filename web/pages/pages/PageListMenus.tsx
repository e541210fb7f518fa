import { ArrowDown, ArrowDownUp, ArrowUp, ListFilter } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { CountLabel } from '../../platform/ui/CountLabel.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { newFilter, type PropertyFilter } from '../../work/listing/filters/leaf.ts'
import { pageFilterNames } from './filters.ts'
import { type PageListSettings, pageSortFields } from './tree.ts'

interface PageListMenusProps {
  projectId: string | null
  settings: PageListSettings
  onChange: (settings: PageListSettings) => void
  /** Adds a filter without values. Its chip opens, so that the user chooses values. */
  onFilter: (filter: PropertyFilter) => void
}

/** Menus to sort and filter a page list. */
export function PageListMenus({ projectId, settings, onChange, onFilter }: PageListMenusProps) {
  const { t } = useTranslation()
  const active = settings.filters.length + (settings.isFavorite ? 1 : 0)
  const offered = pageFilterNames.filter(
    (name) =>
      (name !== 'labels' || projectId !== null) &&
      !settings.filters.some(({ property }) => property === name),
  )
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" icon={<ListFilter />}>
            <span className="max-sm:sr-only">{t('pages.filter')}</span>
            {active > 0 && <CountLabel value={active} />}
          </Button>
        }
      >
        <MenuCheckbox
          checked={settings.isFavorite}
          onChange={(isFavorite) => onChange({ ...settings, isFavorite })}
        >
          {t('pages.favorites')}
        </MenuCheckbox>
        {offered.length > 0 && <MenuSeparator />}
        {offered.map((name) => (
          <MenuItem key={name} onSelect={() => onFilter(newFilter(name))}>
            {t(`properties.${name as 'labels'}`)}
          </MenuItem>
        ))}
        {active > 0 && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => onChange({ ...settings, filters: [], isFavorite: false })}>
              {t('pages.clearFilters')}
            </MenuItem>
          </>
        )}
      </Menu>
      <OrderMenu settings={settings} onChange={onChange} />
    </>
  )
}

function OrderMenu({ settings, onChange }: Pick<PageListMenusProps, 'settings' | 'onChange'>) {
  const { t } = useTranslation()
  const { order, isTurned } = settings
  const words = order === 'name' ? 'name' : 'age'
  // Names are sorted from A to Z by default, and dates from the newest to the oldest.
  const defaultDirection = order === 'name' ? 'ascending' : 'descending'
  const reverseDirection = order === 'name' ? 'descending' : 'ascending'
  const isAscending = (isTurned ? reverseDirection : defaultDirection) === 'ascending'
  const isManualOrder = order === 'sort_order'
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          icon={isManualOrder ? <ArrowDownUp /> : isAscending ? <ArrowUp /> : <ArrowDown />}
          aria-label={`${t('pages.orderBy')}: ${t(`pages.order.${order}`)}`}
        >
          <span className="max-sm:sr-only">{t(`pages.order.${order}`)}</span>
        </Button>
      }
    >
      <MenuRadio
        value={order}
        onChange={(next) => onChange({ ...settings, order: next, isTurned: false })}
        options={pageSortFields.map((value) => ({ value, label: t(`pages.order.${value}`) }))}
      />
      {!isManualOrder && (
        <>
          <MenuSeparator />
          <MenuRadio
            value={String(isTurned)}
            onChange={(turned) => onChange({ ...settings, isTurned: turned === 'true' })}
            options={[
              { value: 'false', label: t(`spreadsheet.sort.${words}.${defaultDirection}`) },
              { value: 'true', label: t(`spreadsheet.sort.${words}.${reverseDirection}`) },
            ]}
          />
        </>
      )}
    </Menu>
  )
}
