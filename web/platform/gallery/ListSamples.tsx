import { StateIcon } from '../ui/StateIcon.tsx'
import { VirtualList } from '../ui/VirtualList.tsx'
import { ComponentSample } from './ComponentSample.tsx'

const rows = Array.from({ length: 10_000 }, (_, index) => `ATL-${index + 1}`)

export function ListSamples() {
  return (
    <ComponentSample name="VirtualList" stack>
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
    </ComponentSample>
  )
}
