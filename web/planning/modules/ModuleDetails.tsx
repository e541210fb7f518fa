import { Link2, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ModuleLink, ModuleRow } from '#common/planning/modules/schema.ts'
import { maxLinkTitleLength, normalizeLinkUrl } from '#common/work/links/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { LinkForm } from '../../platform/ui/LinkForm.tsx'
import { addModuleLink, deleteModuleLink, editModuleLink } from './actions.ts'
import { ModuleProperties } from './ModuleProperties.tsx'
import { useModuleRights } from './rights.ts'

/** Shows the description, fields and links of a module. */
export function ModuleDetails({ module }: { module: ModuleRow }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-2.5">
        <h2 className="font-medium">{t('modules.details')}</h2>
        {module.description !== '' && (
          <p dir="auto" className="whitespace-pre-wrap text-soft">
            {module.description}
          </p>
        )}
        <ModuleProperties module={module} />
      </section>
      <Links module={module} />
    </div>
  )
}

/** The link being edited, `new`, or null while the dialog is closed. */
type Writing = ModuleLink | 'new' | null

function Links({ module }: { module: ModuleRow }) {
  const { t } = useTranslation()
  const canEdit = useModuleRights(module.project_id).edit(module)
  const [writing, setWriting] = useState<Writing>(null)
  const own = writing === 'new' ? null : writing
  const links = module.link_module
  return (
    <section className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between">
        <h2 className="font-medium">{t('modules.links')}</h2>
        {canEdit && (
          <IconButton
            size="sm"
            label={t('modules.addLink')}
            icon={<Plus />}
            onClick={() => setWriting('new')}
          />
        )}
      </div>
      {links.length === 0 && <p className="text-sm text-faint">{t('modules.noLinks')}</p>}
      <ul className="-mx-2 flex flex-col">
        {links.map((link) => (
          <li
            key={link.id}
            className="group flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover coarse:min-h-touch"
          >
            <Link2 aria-hidden className="size-4 shrink-0 text-icon-faint" />
            <a
              dir="auto"
              href={link.url}
              target="_blank"
              rel="noreferrer"
              title={link.url}
              className="min-w-0 flex-1 truncate text-text hover:underline"
            >
              {link.title ?? link.url}
            </a>
            {canEdit && (
              <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100">
                <IconButton
                  size="sm"
                  label={t('modules.editLink', { name: link.title ?? link.url })}
                  icon={<Pencil />}
                  onClick={() => setWriting(link)}
                />
                <IconButton
                  size="sm"
                  label={t('modules.deleteLink', { name: link.title ?? link.url })}
                  icon={<Trash2 />}
                  onClick={() => void deleteModuleLink(module, link)}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {writing !== null && (
        <LinkForm
          title={t(own === null ? 'modules.addLink' : 'modules.changeLink')}
          submit={t('modules.save')}
          beginsAs={own ?? { title: null, url: '' }}
          normal={normalizeLinkUrl}
          isTaken={(url) => links.some((link) => link.id !== own?.id && link.url === url)}
          takenText={t('modules.linkTaken')}
          titleLength={maxLinkTitleLength}
          placeholder={t('modules.linkName')}
          onSubmit={(named) =>
            void (own === null ? addModuleLink(module, named) : editModuleLink(module, own, named))
          }
          onClose={() => setWriting(null)}
        />
      )}
    </section>
  )
}
