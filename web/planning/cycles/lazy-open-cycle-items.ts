import { loadable } from '../../platform/ui/loadable.ts'

export const lazyOpenCycleItems = loadable(() =>
  import('./OpenCycleItems.tsx').then(({ OpenCycleItems }) => OpenCycleItems),
)
