import { FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { emojiLogo, iconLogo } from '#common/platform/logo.ts'
import type { LogoProps } from '#common/platform/logo-props.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { AvatarStack } from '../ui/AvatarStack.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { CountLabel } from '../ui/CountLabel.tsx'
import { chipButtonClass } from '../ui/chip-button-class.ts'
import { LabelTag } from '../ui/LabelTag.tsx'
import { Logo } from '../ui/Logo.tsx'
import { LogoPicker } from '../ui/LogoPicker.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { PriorityIcon } from '../ui/PriorityIcon.tsx'
import { ProjectLogo } from '../ui/ProjectLogo.tsx'
import { ReactionBar } from '../ui/ReactionBar.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { ComponentSample } from './ComponentSample.tsx'
import { samplePeople, samplePriorities, sampleStateGroups } from './samples.tsx'

export function EntitySamples() {
  const id = useId()
  const [own, setOwn] = useState(['128077'])
  const [logo, setLogo] = useState<LogoProps>(emojiLogo('🧭'))
  return (
    <>
      <ComponentSample name="Avatar">
        {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size, index) => (
          <Avatar key={size} {...(samplePeople[index] ?? { id: 'x', name: '?' })} live={false} size={size} />
        ))}
        {samplePeople.slice(0, 3).map((person) => (
          <Avatar key={person.id} {...person} live />
        ))}
        <Avatar id="7" name="With picture" src="/icon.svg" size="md" />
        <Avatar id="8" name="Broken picture" src="/missing.png" size="md" />
      </ComponentSample>
      <ComponentSample name="Person colours">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => (
          <span
            key={number}
            className="grid size-7 place-items-center rounded-full text-xs font-strong text-on-person"
            style={{ background: `var(--person-${number})` }}
          >
            {number}
          </span>
        ))}
      </ComponentSample>
      <ComponentSample name="AvatarStack">
        <AvatarStack label="Here now" people={samplePeople.slice(0, 3)} />
        <AvatarStack label="Members" people={samplePeople.map((person) => ({ ...person, live: false }))} />
        <AvatarStack label="Assignees" size="xs" people={samplePeople.slice(2, 4)} />
      </ComponentSample>
      <ComponentSample name="StateIcon">
        {sampleStateGroups.map((group) => (
          <span key={group} className="inline-flex items-center gap-1.5">
            <StateIcon group={group} /> {group}
          </span>
        ))}
        <StateIcon group="started" color="#0d9488" label="In review" />
      </ComponentSample>
      <ComponentSample name="PriorityIcon">
        {samplePriorities.map((priority) => (
          <span key={priority} className="inline-flex items-center gap-1.5">
            <PriorityIcon priority={priority} /> {priority}
          </span>
        ))}
      </ComponentSample>
      <ComponentSample name="LabelTag">
        <LabelTag name="design" color="oklch(.65 .17 320)" />
        <LabelTag name="api" color="#3b82f6" />
        <LabelTag name="no colour" />
        <LabelTag name="perf" color="oklch(.74 .15 75)" onRemove={() => undefined} />
        <LabelTag name="a label with a name that is far too long for any card" color="#10b981" />
      </ComponentSample>
      <ComponentSample name="Chip">
        <Chip
          name="Label"
          onRemove={() => undefined}
          parts={[
            { tone: 'field', content: 'Label' },
            {
              tone: 'operator',
              content: (
                <Menu
                  trigger={
                    <button type="button" className={chipButtonClass}>
                      is any of
                    </button>
                  }
                >
                  <MenuItem>is any of</MenuItem>
                  <MenuItem>is none of</MenuItem>
                </Menu>
              ),
            },
            { tone: 'value', content: 'design, api' },
          ]}
        />
        <Chip
          name="Due date"
          onRemove={() => undefined}
          parts={[
            { tone: 'field', content: 'Due date' },
            { tone: 'operator', content: 'before' },
            { tone: 'value', content: '30 Nov' },
          ]}
        />
      </ComponentSample>
      <ComponentSample name="Badge, Count">
        <Badge tone="accent">{4}</Badge>
        <Badge tone="accent">{128}</Badge>
        <Badge>Draft</Badge>
        <Badge tone="ok">Active</Badge>
        <Badge tone="warn">Expires soon</Badge>
        <Badge tone="danger">Overdue</Badge>
        <span className="font-strong">
          Todo <CountLabel value={9} />
        </span>
      </ComponentSample>
      <ComponentSample name="ProjectLogo">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <span key={size} className="inline-flex items-center gap-2">
            <ProjectLogo size={size} name="Atlas" logo={emojiLogo('🧭')} />
            <ProjectLogo size={size} name="Relay" logo={iconLogo('Satellite', '#3e63dd')} />
            <ProjectLogo size={size} name="Pocket" />
            <ProjectLogo size={size} name="Launch plan" fallback={<FileText />} />
          </span>
        ))}
        <LogoPicker
          label="Project picture"
          value={logo}
          onChange={setLogo}
          trigger={
            <Button aria-label="Choose picture" size="lg" className="w-9 px-0!">
              <ProjectLogo name="Atlas" logo={logo} />
            </Button>
          }
        />
      </ComponentSample>
      <ComponentSample name="Logo">
        <Logo tile />
        <Logo tile size={40} />
        <Logo size={28} />
      </ComponentSample>
      <ComponentSample name="ReactionBar">
        <ReactionBar
          canReact
          onToggle={(code) => setOwn(own.includes(code) ? own.filter((one) => one !== code) : [...own, code])}
          reactions={[...new Set(['128077', '128064', ...own])].map((code) => ({
            code,
            isMine: own.includes(code),
            count: (code === '128064' ? 12 : 1) + Number(own.includes(code)),
            names: [...(own.includes(code) ? ['You'] : []), ...samplePeople.map(({ name }) => name)],
          }))}
        />
        <ReactionBar
          canReact={false}
          onToggle={() => {}}
          reactions={[{ code: '128077', isMine: false, count: 2, names: ['Ann', 'Max'] }]}
        />
      </ComponentSample>
      <ComponentSample name="Breadcrumbs">
        <Breadcrumbs
          label={`Where you are ${id}`}
          crumbs={[
            { key: 'atlas', label: 'Atlas', link: (inside) => <a href="/ui">{inside}</a> },
            { key: 'items', label: 'Work items' },
          ]}
        />
        <Button size="sm" variant="ghost">
          beside
        </Button>
      </ComponentSample>
    </>
  )
}
