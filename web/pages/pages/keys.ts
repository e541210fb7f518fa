/** The keys of the page that is open, as the reference product has them. */
export const pageKeys = {
  lock: 'shift+l',
  access: 'shift+a',
  archive: 'shift+r',
  link: 'mod+shift+,',
  outline: 'mod+shift+o',
  comment: 'mod+alt+m',
  nextThread: 'mod+alt+n',
  previousThread: 'mod+alt+p',
} as const
