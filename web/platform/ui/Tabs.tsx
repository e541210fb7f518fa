import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Count } from './Count.tsx'

export interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  count?: number
  disabled?: boolean
}

export interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
  /** What the chosen tab shows. */
  children: ReactNode
}

/** Screens within a screen, one at a time. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, children }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={onChange} className="flex min-h-0 flex-col">
      <BaseTabs.List
        aria-label={label}
        className="relative flex shrink-0 gap-4 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="relative flex h-9 shrink-0 select-none items-center gap-1.5 rounded-t-sm font-medium text-soft transition-colors hover:text-text focus-visible:-outline-offset-2 data-active:text-text data-disabled:opacity-45 coarse:h-touch"
          >
            {tab.label}
            {tab.count !== undefined && <Count value={tab.count} />}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-[0.09375rem] w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-text transition-[translate,width]" />
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className="min-h-0 flex-1 pt-4 focus-visible:outline-offset-2">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
