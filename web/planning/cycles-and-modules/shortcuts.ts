export const cycleOrModuleShortcuts = {
  cycles: { create: 'n c', go: 'g c' },
  modules: { create: 'n m', go: 'g m' },
} as const
