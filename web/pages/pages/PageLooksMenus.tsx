import { ArrowDown, ArrowDownUp, ArrowUp, ListFilter } from 'lucide-react'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Count } from '../../platform/ui/Count.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuCheckbox } from '../../platform/ui/MenuCheckbox.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuRadio } from '../../platform/ui/MenuRadio.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { type Filter, newFilter } from '../../work/listing/filters/leaf.ts'
import { filteredBy } from './filters.ts'
import { type PageLooks, pageOrders } from './tree.ts'

interface PageLooksMenusProps {
  projectId: string | null
  looks: PageLooks
  onChange: (looks: PageLooks) => void
  /** Adds a filter without values, whose chip opens for input. */
  onFilter: (filter: Filter) => void
}

/** Menus to sort and filter a page list. */
export function PageLooksMenus({ projectId, looks, onChange, onFilter }: PageLooksMenusProps) {
  const { t } = useTranslation()
  const active = looks.filters.length + (looks.isFavorite ? 1 : 0)
  const offered = filteredBy.filter(
    (name) =>
      (name !== 'labels' || projectId !== null) && !looks.filters.some(({ property }) => property === name),
  )
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" icon={<ListFilter />}>
            <span className="max-sm:sr-only">{t('pages.filter')}</span>
            {active > 0 && <Count value={active} />}
          </Button>
        }
      >
        <MenuCheckbox
          checked={looks.isFavorite}
          onChange={(isFavorite) => onChange({ ...looks, isFavorite })}
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
            <MenuItem onSelect={() => onChange({ ...looks, filters: [], isFavorite: false })}>
              {t('pages.clearFilters')}
            </MenuItem>
          </>
        )}
      </Menu>
      <OrderMenu looks={looks} onChange={onChange} />
    </>
  )
}

function OrderMenu({ looks, onChange }: Pick<PageLooksMenusProps, 'looks' | 'onChange'>) {
  const { t } = useTranslation()
  const { order, isTurned } = looks
  const words = order === 'name' ? 'name' : 'age'
  // By default, names start at A and dates with the newest.
  const usual = order === 'name' ? 'ascending' : 'descending'
  const other = order === 'name' ? 'descending' : 'ascending'
  const isUp = (isTurned ? other : usual) === 'ascending'
  const isPlaced = order === 'sort_order'
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          icon={isPlaced ? <ArrowDownUp /> : isUp ? <ArrowUp /> : <ArrowDown />}
          aria-label={`${t('pages.orderBy')}: ${t(`pages.order.${order}`)}`}
        >
          <span className="max-sm:sr-only">{t(`pages.order.${order}`)}</span>
        </Button>
      }
    >
      <MenuRadio
        value={order}
        onChange={(next) => onChange({ ...looks, order: next, isTurned: false })}
        options={pageOrders.map((value) => ({ value, label: t(`pages.order.${value}`) }))}
      />
      {!isPlaced && (
        <>
          <MenuSeparator />
          <MenuRadio
            value={String(isTurned)}
            onChange={(turned) => onChange({ ...looks, isTurned: turned === 'true' })}
            options={[
              { value: 'false', label: t(`spreadsheet.sort.${words}.${usual}`) },
              { value: 'true', label: t(`spreadsheet.sort.${words}.${other}`) },
            ]}
          />
        </>
      )}
    </Menu>
  )
}
