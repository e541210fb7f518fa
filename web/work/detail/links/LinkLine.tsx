import { Globe, Link2, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatUrlForDisplay } from '#common/platform/addresses.ts'
import { maxLinkTitleLength, normalizeLinkUrl } from '#common/work/links/rules.ts'
import type { LinkRow } from '#common/work/links/schema.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { copyText } from '../../../platform/ui/copy-text.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import { Menu } from '../../../platform/ui/Menu.tsx'
import { MenuItem } from '../../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../../platform/ui/MenuSeparator.tsx'
import { deleteLink, editLink, linkTitle } from './actions.ts'
import { itemLinksAtom } from './atoms.ts'

const form = loadable(() => import('../../../platform/ui/LinkForm.tsx').then(({ LinkForm }) => LinkForm))

/** A link with its actions. The link opens in a new tab. */
export function LinkLine({ link, canChange }: { link: LinkRow; canChange: boolean }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const line = useRef<HTMLLIElement>(null)
  const name = linkTitle(link)
  const remove = () => {
    const neighbor = line.current?.nextElementSibling ?? line.current?.previousElementSibling
    void deleteLink(link)
    // The focused element disappears with the link, so the focus moves to a neighbor after the menu has closed.
    requestAnimationFrame(() => neighbor?.querySelector('a')?.focus())
  }
  return (
    <li
      ref={line}
      className="group/line relative -mx-1.5 flex min-h-8 items-center gap-2 rounded-sm px-1.5 hover:bg-hover coarse:min-h-11"
    >
      <a
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        title={link.url}
        className="flex min-w-0 flex-1 items-center gap-2 pe-1 text-text no-underline outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        <span className="grid size-6 shrink-0 place-items-center" aria-hidden>
          {link.metadata.favicon ? (
            <img src={link.metadata.favicon} alt="" className="size-4 rounded-xs object-contain" />
          ) : (
            <Globe className="text-icon-faint" />
          )}
        </span>
        <span dir="auto" className="min-w-0 truncate font-medium">
          {name}
        </span>
        {name !== formatUrlForDisplay(link.url) && (
          <span dir="ltr" className="max-w-2/5 shrink-0 truncate text-sm text-faint">
            {hostOf(link.url)}
          </span>
        )}
      </a>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="sm"
            label={t('links.actionsOf', { name })}
            icon={<MoreHorizontal />}
            className="z-1 opacity-0 focus-visible:opacity-100 group-focus-within/line:opacity-100 group-hover/line:opacity-100 aria-expanded:opacity-100 coarse:opacity-100"
          />
        }
      >
        <MenuItem icon={<Link2 />} onSelect={() => void copyText(link.url, t('links.copied'))}>
          {t('links.copy')}
        </MenuItem>
        {canChange && (
          <>
            <MenuItem icon={<Pencil />} onSelect={() => setEditing(true)}>
              {t('links.edit')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={remove}>
              {t('links.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isEditing && (
        <LazyComponent
          part={form}
          props={{
            title: t('links.editTitle'),
            submit: t('links.save'),
            beginsAs: link,
            normal: normalizeLinkUrl,
            isTaken: (url: string) =>
              store
                .get(itemLinksAtom(link.issue_id))
                .some((other) => other.url === url && other.id !== link.id),
            takenText: t('links.taken'),
            titleLength: maxLinkTitleLength,
            placeholder: linkTitle({ ...link, title: null }),
            onSubmit: (named) => void editLink(link, named),
            onClose: () => setEditing(false),
          }}
        />
      )}
    </li>
  )
}

function hostOf(url: string): string {
  return formatUrlForDisplay(url).replace(/[/?#].*$/, '')
}
