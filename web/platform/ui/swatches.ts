/** Colors for states, labels and icons, distinct for most people and visible in all themes. */
export const swatches = [
  '#8b8d98',
  '#e5484d',
  '#f76b15',
  '#d99a0b',
  '#8fb31a',
  '#30a46c',
  '#12a594',
  '#0d8fd9',
  '#3e63dd',
  '#6e56cf',
  '#ab4aba',
  '#d6409f',
]
