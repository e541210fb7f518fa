/** Default labels of a new project. Most teams create these labels first. */
export const defaultLabels = [
  { name: 'Bug', color: '#EB144C' },
  { name: 'Feature', color: '#0693E3' },
  { name: 'Improvement', color: '#9900EF' },
  { name: 'Documentation', color: '#7BDCB5' },
] as const

export const labelColors = [
  '#FF6900',
  '#FCB900',
  '#7BDCB5',
  '#00D084',
  '#8ED1FC',
  '#0693E3',
  '#ABB8C3',
  '#EB144C',
  '#F78DA7',
  '#9900EF',
] as const
