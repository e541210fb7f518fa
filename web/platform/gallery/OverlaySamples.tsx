import { CalendarPlus, FilePlus, Inbox, List, Maximize2, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { announce } from '../ui/announce.ts'
import { Button } from '../ui/Button.tsx'
import { Command } from '../ui/Command.tsx'
import { CommandGroup } from '../ui/CommandGroup.tsx'
import { CommandItem } from '../ui/CommandItem.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { useActiveHotkeys, useHotkey } from '../ui/hotkeys.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Popover } from '../ui/Popover.tsx'
import { SaveStatus } from '../ui/SaveStatus.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { toast } from '../ui/toast.ts'
import { ComponentSample } from './ComponentSample.tsx'

export function OverlaySamples() {
  const [dialog, setDialog] = useState(false)
  const [peek, setPeek] = useState<'beside' | 'above' | null>(null)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ComponentSample name="Dialog">
        <Dialog
          trigger={<Button>Open dialog</Button>}
          open={dialog}
          onOpenChange={setDialog}
          title="New project"
          description="A project has its own states, labels and members."
          onSubmit={() => setDialog(false)}
          footer={
            <>
              <Button onClick={() => setDialog(false)}>Cancel</Button>
              <Button type="submit" variant="primary" keys="mod+enter">
                Create project
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <Field label="Name">
              <Input placeholder="Atlas" />
            </Field>
            <Field label="Description" optional>
              <Textarea />
            </Field>
          </div>
        </Dialog>
        <Button variant="danger-line" onClick={() => setAsking(true)}>
          Delete…
        </Button>
        <AlertDialog
          open={asking}
          onOpenChange={setAsking}
          danger
          title="Delete Atlas?"
          text="Its 47 work items and 12 pages go to the trash for 30 days."
          confirmLabel="Delete project"
          onConfirm={() => new Promise((resolve) => setTimeout(resolve, 700))}
        />
      </ComponentSample>
      <ComponentSample name="Popover">
        <Popover label="Display" trigger={<Button>Open popover</Button>}>
          <p className="w-60 text-soft">Anything small that belongs to what opened it.</p>
        </Popover>
      </ComponentSample>
      <ComponentSample name="Sheet">
        <Button onClick={() => setPeek('beside')}>Beside the list</Button>
        <Button onClick={() => setPeek('above')}>Above everything</Button>
        <Sheet
          open={peek !== null}
          modal={peek === 'above'}
          onOpenChange={(open) => !open && setPeek(null)}
          label="ATL-108"
          header={
            <>
              <IconButton label="Open as page" icon={<Maximize2 />} keys="mod+enter" />
              <span className="tabular text-faint">ATL-108</span>
              <span className="ml-auto" />
              <SaveStatus state="saved" />
              <IconButton label="Close" icon={<X />} keys="escape" onClick={() => setPeek(null)} />
            </>
          }
        >
          <div className="px-7 py-5">
            <h2 className="text-xl leading-tight font-strong tracking-[-0.017em]">
              Cards move on every open screen within a blink
            </h2>
            <p className="mt-4 text-doc leading-[1.62]">
              A change commits once and is heard everywhere, in order.
            </p>
            <Input aria-label="Comment" placeholder="Write a comment" className="mt-4" />
          </div>
        </Sheet>
      </ComponentSample>
      <ComponentSample name="Command">
        <Palette />
      </ComponentSample>
      <ComponentSample name="Toast">
        <Button onClick={() => toast.undo('ATL-97 moved to Done', () => toast.message('Moved back'))}>
          Undo
        </Button>
        <Button onClick={() => toast.ok('Link copied')}>Ok</Button>
        <Button
          onClick={() =>
            toast.error('ATL-97 did not move', { text: 'Only members of Atlas can change states.' })
          }
        >
          Error
        </Button>
        <Button onClick={() => announce('ATL-97 moved to Done')}>Announce</Button>
      </ComponentSample>
      <ComponentSample name="Hotkeys">
        <Keys />
      </ComponentSample>
    </>
  )
}

function Palette() {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  useHotkey('mod+k', () => setOpen(true), { description: 'Open the palette', whileTyping: true })
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)} keys="mod+k">
        Open palette
      </Button>
      <Command
        open={open}
        onOpenChange={setOpen}
        label="Palette"
        placeholder="Type a command or search"
        context="ATL-108"
        query={query}
        onQueryChange={setQuery}
      >
        <CommandGroup heading="On this item">
          <CommandItem value="assign to" icon={<UserPlus />} keys="a" onSelect={close}>
            Assign to…
          </CommandItem>
          <CommandItem value="due date" icon={<CalendarPlus />} keys="d" onSelect={close}>
            Set due date
          </CommandItem>
          <CommandItem value="page" icon={<FilePlus />} disabled onSelect={close}>
            Turn into page
          </CommandItem>
        </CommandGroup>
        <CommandGroup heading="Go to">
          <CommandItem value="inbox" icon={<Inbox />} keys="g i" onSelect={close}>
            Inbox
          </CommandItem>
          <CommandItem value="assigned" icon={<List />} keys="g a" onSelect={close}>
            Assigned to you
          </CommandItem>
        </CommandGroup>
        <CommandGroup heading="Items">
          <CommandItem value="atl-122" icon={<StateIcon group="unstarted" />} hint="Atlas" onSelect={close}>
            ATL-122 Assign reviewers by rotation
          </CommandItem>
        </CommandGroup>
      </Command>
    </>
  )
}

function Keys() {
  const [last, setLast] = useState('none')
  useHotkey('c', () => setLast('c'), { description: 'Create' })
  useHotkey('g h', () => setLast('g h'), { description: 'Go home' })
  useHotkey('?', () => setLast('?'), { description: 'Shortcuts' })
  const active = useActiveHotkeys()
  return (
    <>
      <span className="text-soft">last: {last}</span>
      {active.map((hotkey) => (
        <span key={hotkey.keys} className="inline-flex items-center gap-1.5 text-soft">
          {hotkey.description} <Kbd keys={hotkey.keys} />
        </span>
      ))}
    </>
  )
}
