import { Archive, Copy, Ellipsis, ListFilter, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ContextMenu } from '../ui/ContextMenu.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuCheckbox } from '../ui/MenuCheckbox.tsx'
import { MenuGroup } from '../ui/MenuGroup.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { MenuRadio } from '../ui/MenuRadio.tsx'
import { MenuSeparator } from '../ui/MenuSeparator.tsx'
import { MenuSub } from '../ui/MenuSub.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { ComponentSample } from './ComponentSample.tsx'
import { sampleLayouts } from './samples.tsx'

export function ActionSamples() {
  const [starred, setStarred] = useState(true)
  const [layout, setLayout] = useState('board')
  const [unit, setUnit] = useState('week')
  return (
    <>
      {(['primary', 'line', 'ghost', 'danger', 'danger-line'] as const).map((variant) => (
        <ComponentSample key={variant} name={`Button ${variant}`}>
          <Button variant={variant} icon={<Plus />}>
            New item
          </Button>
          <Button variant={variant} keys="n i">
            With keys
          </Button>
          <Button variant={variant} loading>
            Saving
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant} size="lg">
            Large
          </Button>
        </ComponentSample>
      ))}
      <ComponentSample name="IconButton">
        <IconButton label="Filter" icon={<ListFilter />} keys="f" />
        <IconButton
          label="Star"
          icon={<Star className={starred ? 'fill-current' : undefined} />}
          pressed={starred}
          onClick={() => setStarred(!starred)}
        />
        <IconButton label="More" icon={<Ellipsis />} variant="line" />
        <IconButton label="Create" icon={<Plus />} variant="primary" />
        <IconButton label="Busy" icon={<Plus />} loading />
        <IconButton label="Not now" icon={<Trash2 />} disabled />
        <IconButton label="Small" icon={<Plus />} size="sm" />
        <IconButton label="Large" icon={<Plus />} size="lg" />
      </ComponentSample>
      <ComponentSample name="Kbd">
        <Kbd keys="mod+k" />
        <Kbd keys="n i" />
        <Kbd keys="shift+enter" />
        <Kbd keys="?" />
        <Kbd keys="escape" />
      </ComponentSample>
      <ComponentSample name="SegmentedControl">
        <SegmentedControl label="Layout" value={layout} onChange={setLayout} options={sampleLayouts} />
        <SegmentedControl
          label="Scale"
          value={unit}
          onChange={setUnit}
          options={[
            { value: 'week', label: 'Week' },
            { value: 'month', label: 'Month' },
            { value: 'quarter', label: 'Quarter', disabled: true },
          ]}
        />
      </ComponentSample>
      <ComponentSample name="Tooltip">
        <Tooltip label="Assign to…" keys="a">
          <Button>Hover or focus</Button>
        </Tooltip>
      </ComponentSample>
      <ComponentSample name="Menu">
        <Menu trigger={<Button>Open menu</Button>}>
          <Items />
        </Menu>
        <Menu trigger={<IconButton label="Item menu" icon={<Ellipsis />} />} align="end">
          <Items />
        </Menu>
        <ContextMenu label="Item" items={<Items />}>
          <div className="grid h-control place-items-center rounded-sm border border-dashed border-line-strong px-3 text-soft">
            Right-click here
          </div>
        </ContextMenu>
      </ComponentSample>
    </>
  )
}

function Items() {
  const [compact, setCompact] = useState(true)
  const [order, setOrder] = useState('manual')
  return (
    <>
      <MenuItem icon={<Pencil />} keys="e">
        Rename
      </MenuItem>
      <MenuItem icon={<Copy />} keys="mod+shift+c" hint="ATL-108">
        Copy link
      </MenuItem>
      <MenuItem icon={<Archive />} disabled>
        Archive
      </MenuItem>
      <MenuSub label="Order by" icon={<ListFilter />}>
        <MenuRadio
          value={order}
          onChange={setOrder}
          options={[
            { value: 'manual', label: 'Manual' },
            { value: 'created', label: 'Last created' },
          ]}
        />
      </MenuSub>
      <MenuSeparator />
      <MenuGroup label="Show">
        <MenuCheckbox checked={compact} onChange={setCompact}>
          Empty groups
        </MenuCheckbox>
        <MenuCheckbox checked={!compact} onChange={(checked) => setCompact(!checked)}>
          Sub-items
        </MenuCheckbox>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger keys="mod+backspace">
        Delete
      </MenuItem>
    </>
  )
}
