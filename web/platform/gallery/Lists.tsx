import { useId, useState } from 'react'
import { ScrollArea } from '../ui/ScrollArea.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { Specimen } from './Specimen.tsx'

const rows = Array.from({ length: 10_000 }, (_, index) => `ATL-${index + 1}`)

export function Lists() {
  const id = useId()
  const [tab, setTab] = useState('all')
  return (
    <>
      <Specimen name="Tabs" stack>
        <Tabs
          label="Notifications"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'all', label: 'All', count: 12 },
            { value: 'mentions', label: 'Mentions', count: 3 },
            { value: 'off', label: 'Disabled', disabled: true },
          ]}
        >
          <p className="text-soft">What “{tab}” shows.</p>
        </Tabs>
      </Specimen>
      <Specimen name="ScrollArea" stack>
        <ScrollArea label={`A scrolling text ${id}`} className="h-24 rounded-md border border-line">
          <div className="w-200 p-3 text-soft">
            {rows.slice(0, 12).map((row) => (
              <p key={row}>
                {row} scrolls both ways, with bars that lie over the text and show while one scrolls or
                points.
              </p>
            ))}
          </div>
        </ScrollArea>
      </Specimen>
      <Specimen name="VirtualList" stack>
        <VirtualList
          focusable
          label="Ten thousand rows"
          rows={rows}
          keyOf={(row) => row}
          rowHeight={34}
          className="h-44 rounded-md border border-line"
        >
          {(row) => (
            <div className="flex h-row items-center gap-2.5 border-b border-line px-4">
              <StateIcon group="unstarted" />
              <span className="tabular w-16 text-sm text-faint">{row}</span>
              <span className="font-medium">One of ten thousand</span>
            </div>
          )}
        </VirtualList>
      </Specimen>
    </>
  )
}
