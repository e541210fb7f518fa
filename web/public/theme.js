// Runs before the first paint, so that nobody sees the other theme flash. It is a file of its own because the
// Content-Security-Policy allows no inline script. web/ui/theme.ts writes the same key.
;(function applyStoredTheme() {
  var known = ['light', 'dark', 'light_contrast', 'dark_contrast']
  var stored = null
  try {
    stored = localStorage.getItem('theme')
  } catch {
    stored = null
  }
  var dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = known.indexOf(stored) >= 0 ? stored : dark ? 'dark' : 'light'
})()
