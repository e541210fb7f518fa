import { Calendar, ChevronDown, Mail, Search, Tag } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ColorPicker } from '../ui/ColorPicker.tsx'
import { DatePicker } from '../ui/DatePicker.tsx'
import { Field } from '../ui/Field.tsx'
import { InlineEdit } from '../ui/InlineEdit.tsx'
import { Input } from '../ui/Input.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { Picker } from '../ui/Picker.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { ComponentSample } from './ComponentSample.tsx'
import { samplePersonOptions, samplePriorityOptions, sampleStateOptions } from './samples.tsx'

export function FieldSamples() {
  const [role, setRole] = useState<string | null>('member')
  const [access, setAccess] = useState<string | null>('private')
  const [checked, setChecked] = useState(true)
  const [due, setDue] = useState<string | null>('2026-11-24')
  const [color, setColor] = useState('#30a46c')
  const [on, setOn] = useState(true)
  const [title, setTitle] = useState('Cards move on every open screen within a blink')
  return (
    <>
      <ComponentSample name="Field" stack>
        <Field label="Workspace name" hint="Your company or team.">
          <Input defaultValue="Northwind" />
        </Field>
        <Field label="Identifier" error="ATL is taken. Choose other letters." optional>
          <Input defaultValue="ATL" />
        </Field>
        <Field label="Disabled" disabled>
          <Input defaultValue="Nothing to change" />
        </Field>
      </ComponentSample>
      <ComponentSample name="Input" stack>
        <Input aria-label="Search" placeholder="Search items" icon={<Search />} end={<Kbd keys="/" />} />
        <Input aria-label="Email" placeholder="name@company.com" icon={<Mail />} size="lg" />
        <Input aria-label="Small" placeholder="Small" size="sm" />
        <Input aria-label="Read-only" value="Read-only" readOnly />
      </ComponentSample>
      <ComponentSample name="Textarea" stack>
        <Textarea aria-label="Description" defaultValue={'It grows with its lines:\none\ntwo\nthree'} />
      </ComponentSample>
      <ComponentSample name="PasswordInput" stack>
        <Field label="Password">
          <PasswordInput defaultValue="hunter2" strength={1} />
        </Field>
        <Field label="New password">
          <PasswordInput defaultValue="a long walk by the sea" strength={4} />
        </Field>
      </ComponentSample>
      <ComponentSample name="Select">
        <div className="w-44">
          <Select
            label="Role"
            value={role}
            onChange={setRole}
            options={[
              { value: 'admin', label: 'Admin' },
              { value: 'member', label: 'Member' },
              { value: 'guest', label: 'Guest', disabled: true },
            ]}
          />
        </div>
        <div className="w-44">
          <Select
            label="Team size"
            value={null}
            onChange={setRole}
            placeholder="Team size"
            options={[{ value: 'a', label: '2-10' }]}
            size="lg"
          />
        </div>
        <div className="w-32">
          <Select label="Off" value={null} onChange={setRole} placeholder="Disabled" options={[]} disabled />
        </div>
      </ComponentSample>
      <ComponentSample name="Picker">
        <Pickers />
      </ComponentSample>
      <ComponentSample name="DatePicker">
        <DatePicker
          label="Due date"
          value={due}
          onChange={setDue}
          weekStartsOn={1}
          trigger={<Button icon={<Calendar />}>{due ?? 'Due date'}</Button>}
        />
        <DatePicker
          label="Start date"
          value={null}
          onChange={setDue}
          min="2026-11-10"
          max="2026-12-15"
          trigger={<Button variant="ghost">Between two dates</Button>}
        />
      </ComponentSample>
      <ComponentSample name="ColorPicker">
        <ColorPicker label="Label color" value={color} onChange={setColor} />
      </ComponentSample>
      <ComponentSample name="Checkbox">
        <Checkbox checked={checked} onChange={setChecked}>
          Notify the assignees
        </Checkbox>
        <Checkbox checked="some" onChange={setChecked} label="Select all" />
        <Checkbox checked={false} onChange={setChecked}>
          Not chosen
        </Checkbox>
        <Checkbox checked disabled onChange={setChecked}>
          Disabled
        </Checkbox>
      </ComponentSample>
      <ComponentSample name="Switch" stack>
        <Switch checked={on} onChange={setOn} hint="People outside can follow along.">
          Publish this board
        </Switch>
        <Switch checked={false} onChange={setOn}>
          Off
        </Switch>
        <Switch checked disabled onChange={setOn}>
          Disabled
        </Switch>
      </ComponentSample>
      <ComponentSample name="RadioGroup">
        <RadioGroup
          label="Who sees it"
          value={access}
          onChange={setAccess}
          options={[
            { value: 'public', label: 'Public', hint: 'Everyone in the workspace may join.' },
            { value: 'private', label: 'Private', hint: 'Only those who are invited.' },
            { value: 'secret', label: 'Not available', disabled: true },
          ]}
        />
      </ComponentSample>
      <ComponentSample name="InlineEdit" stack>
        <InlineEdit
          label="Title"
          value={title}
          onSave={setTitle}
          multiline
          className="text-xl font-strong tracking-[-0.017em]"
        />
        <InlineEdit label="Name" value="Launch plan" onSave={setTitle} />
        <InlineEdit label="Name" value="" placeholder="Untitled" onSave={setTitle} disabled />
      </ComponentSample>
    </>
  )
}

function Pickers() {
  const [state, setState] = useState<string | null>('started')
  const [assignees, setAssignees] = useState<string[]>([samplePersonOptions[0]?.value ?? ''])
  const [labels, setLabels] = useState<string[]>([])
  const [chosenLabels, setChosenLabels] = useState<string[]>(['design', 'api', 'perf'])
  const [priority, setPriority] = useState<string | null>(null)
  const chosen = sampleStateOptions.find((option) => option.value === state)
  return (
    <>
      <Picker
        label="State"
        value={state}
        onChange={setState}
        options={sampleStateOptions}
        trigger={<Button icon={chosen?.icon}>{chosen?.label}</Button>}
      />
      <Picker
        label="Assignees"
        multiple
        value={assignees}
        onChange={setAssignees}
        options={samplePersonOptions}
        trigger={<Button endIcon={<ChevronDown />}>{assignees.length} people</Button>}
      />
      <Picker
        label="Labels"
        multiple
        value={labels}
        onChange={setLabels}
        onCreate={(name) => setChosenLabels([...chosenLabels, name])}
        options={chosenLabels.map((name) => ({ value: name, label: name, icon: <Tag /> }))}
        trigger={<Button icon={<Tag />}>{labels.length ? labels.join(', ') : 'Labels'}</Button>}
      />
      <Picker
        label="Priority"
        value={priority}
        onChange={setPriority}
        options={samplePriorityOptions}
        trigger={<Button variant="ghost">{priority ?? 'Priority'}</Button>}
      />
      <Picker
        label="Loaded"
        value={null}
        onChange={setPriority}
        load={searchPeople}
        noneLabel="Nobody"
        trigger={<Button variant="ghost">Loaded</Button>}
      />
      <Picker
        label="Failing"
        value={null}
        onChange={setPriority}
        load={refuse}
        trigger={<Button variant="ghost">Failing</Button>}
      />
    </>
  )
}

async function searchPeople(query: string) {
  await new Promise((resolve) => setTimeout(resolve, 400))
  return samplePersonOptions.filter((option) => option.label.toLowerCase().includes(query.toLowerCase()))
}

async function refuse(): Promise<never> {
  throw new Error('refused')
}
