import { useAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../locales/i18n.ts'
import { tables } from '../sync/tables.ts'
import { Command } from '../ui/Command.tsx'
import { CommandGroup } from '../ui/CommandGroup.tsx'
import { CommandItem } from '../ui/CommandItem.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { keyOf } from '../work-items/actions.ts'
import { type Entry, useEntries } from './entries.tsx'
import { paletteOpenAtom } from './palette-state.ts'
import { currentSlug } from './workspace.ts'

/** Loaded items that the palette offers; more would be searched on the server. */
const itemsShown = 8

/** `⌘K`: every place and every action, by typing. The keys beside them work without it as well. */
export function Palette() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const [query, setQuery] = useState('')
  const { places, creates, settings } = useEntries()
  const close = () => setOpen(false)
  const run = (entry: Entry) => {
    close()
    entry.run()
  }
  return (
    <Command
      open={open}
      onOpenChange={setOpen}
      label={t('shell.palette')}
      placeholder={t('shell.palettePlaceholder')}
      query={query}
      onQueryChange={setQuery}
    >
      <Entries heading={t('shell.keys.create')} entries={creates} onRun={run} />
      <Entries heading={t('shell.keys.go')} entries={places} onRun={run} />
      {query.trim().length > 1 && <Items onClose={close} query={query} />}
      <Entries heading={t('shell.keys.preferences')} entries={settings} onRun={run} />
    </Command>
  )
}

function Entries({
  heading,
  entries,
  onRun,
}: {
  heading: string
  entries: Entry[]
  onRun: (entry: Entry) => void
}) {
  if (entries.length === 0) return null
  return (
    <CommandGroup heading={heading}>
      {entries.map((entry) => (
        <CommandItem
          key={entry.id}
          value={entry.id}
          keywords={[entry.label]}
          icon={entry.icon}
          {...(entry.keys && { keys: entry.keys })}
          onSelect={() => onRun(entry)}
        >
          {entry.label}
        </CommandItem>
      ))}
    </CommandGroup>
  )
}

function Items({ query, onClose }: { query: string; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const words = query.trim().toLowerCase()
  const found = [...tables.work_items.values()]
    .filter((row) => row.name.toLowerCase().includes(words) || keyOf(row).toLowerCase().startsWith(words))
    .slice(0, itemsShown)
  if (found.length === 0) return null
  return (
    <CommandGroup heading={t('shell.nav.workItems')}>
      {found.map((row) => {
        const state = tables.states.get(row.state_id)
        return (
          <CommandItem
            key={row.id}
            value={row.id}
            keywords={[row.name, keyOf(row)]}
            icon={state && <StateIcon group={state.group} color={state.color} />}
            hint={keyOf(row)}
            onSelect={() => {
              onClose()
              void navigate(`/${currentSlug()}/browse/${keyOf(row)}`)
            }}
          >
            {row.name}
          </CommandItem>
        )
      })}
    </CommandGroup>
  )
}
