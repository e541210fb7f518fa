/** Keyboard shortcuts for the open page. They are the same as in Plane. */
export const pageShortcuts = {
  lock: 'shift+l',
  access: 'shift+a',
  archive: 'shift+r',
  link: 'mod+shift+,',
  outline: 'mod+shift+o',
  comment: 'mod+alt+m',
  nextThread: 'mod+alt+n',
  previousThread: 'mod+alt+p',
} as const
