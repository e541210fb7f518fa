/** Default states of a new project, with names, colors and positions. Only intake uses the state Triage. */
export const defaultStates = [
  { name: 'Backlog', color: '#60646C', sequence: 15_000, group: 'backlog', default: true },
  { name: 'Todo', color: '#60646C', sequence: 25_000, group: 'unstarted', default: false },
  { name: 'In Progress', color: '#F59E0B', sequence: 35_000, group: 'started', default: false },
  { name: 'Done', color: '#46A758', sequence: 45_000, group: 'completed', default: false },
  { name: 'Cancelled', color: '#9AA4BC', sequence: 55_000, group: 'cancelled', default: false },
  { name: 'Triage', color: '#4E5355', sequence: 65_000, group: 'triage', default: false },
] as const
