import { useAtomValue } from 'jotai'
import { ArrowDownUp, ListFilter } from 'lucide-react'
import type { PageRow } from '#common/pages/schema.ts'
import { tables } from '../app/sync.ts'
import { useTranslation } from '../locales/i18n.ts'
import { Button } from '../ui/Button.tsx'
import { Count } from '../ui/Count.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuCheckbox } from '../ui/MenuCheckbox.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { MenuRadio } from '../ui/MenuRadio.tsx'
import { MenuSeparator } from '../ui/MenuSeparator.tsx'
import { orders, type PageLooks } from './tree.ts'

interface PageLooksMenusProps {
  pages: readonly PageRow[]
  looks: PageLooks
  onChange: (looks: PageLooks) => void
}

/** In which order and by which filters pages are shown. */
export function PageLooksMenus({ pages, looks, onChange }: PageLooksMenusProps) {
  const { t } = useTranslation()
  useAtomValue(tables.users.allAtom)
  const owners = [...new Set([...pages.map((page) => page.owned_by), ...looks.owners])]
    .flatMap((id) => tables.users.get(id) ?? [])
    .toSorted((a, b) => a.display_name.localeCompare(b.display_name))
  const active = looks.owners.length + (looks.isFavorite ? 1 : 0)
  const toggle = (id: string) =>
    looks.owners.includes(id) ? looks.owners.filter((one) => one !== id) : [...looks.owners, id]
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" icon={<ListFilter />} aria-label={t('pages.filter')}>
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
        {owners.length > 0 && <MenuSeparator />}
        {owners.map(({ id, display_name }) => (
          <MenuCheckbox
            key={id}
            checked={looks.owners.includes(id)}
            onChange={() => onChange({ ...looks, owners: toggle(id) })}
          >
            {t('pages.ownedBy', { name: display_name })}
          </MenuCheckbox>
        ))}
        {active > 0 && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => onChange({ ...looks, owners: [], isFavorite: false })}>
              {t('pages.clearFilters')}
            </MenuItem>
          </>
        )}
      </Menu>
      <Menu
        trigger={
          <Button
            variant="ghost"
            icon={<ArrowDownUp />}
            aria-label={`${t('pages.orderBy')}: ${t(`pages.order.${looks.order}`)}`}
          >
            <span className="max-sm:sr-only">{t(`pages.order.${looks.order}`)}</span>
          </Button>
        }
      >
        <MenuRadio
          value={looks.order}
          onChange={(order) => onChange({ ...looks, order })}
          options={orders.map((value) => ({ value, label: t(`pages.order.${value}`) }))}
        />
      </Menu>
    </>
  )
}
